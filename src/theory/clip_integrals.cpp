// SPDX-License-Identifier: Apache-2.0
// Integrals of powers of the clipped-linear function by Gauss-Legendre rules between its kinks.
#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "theory/plane_integrals.h"

namespace guise::theory {
namespace {

constexpr double kReach = 9;    // standard deviations: the normal law has 2e-19 of its mass beyond
constexpr double kPanel = 1.5;  // of a normal density, in standard deviations, which 20 nodes integrate to the last bits
using Rule = boost::math::quadrature::gauss<double, 20>;

double density(double z) {
  return std::exp(-0.5 * square(z)) / std::sqrt(2 * std::numbers::pi);
}
double mass_above(double z) {
  return 0.5 * std::erfc(z / std::numbers::sqrt2);
}

/// Calls use(z, weight) for the nodes of panels between the sorted edges.
template <typename Use>
void over_panels(const std::vector<double>& edges, const Use& use) {
  for (std::size_t i = 1; i < edges.size(); ++i) {
    const double centre = 0.5 * (edges[i - 1] + edges[i]), half = 0.5 * (edges[i] - edges[i - 1]);
    if (half <= 0) continue;
    for (std::size_t j = 0; j < Rule::abscissa().size(); ++j)
      for (const double side : {-1.0, 1.0}) use(centre + side * half * Rule::abscissa()[j], half * Rule::weights()[j]);
  }
}

std::vector<double> even_panels(double low, double high) {
  const int count = std::max(1, static_cast<int>(std::ceil((high - low) / kPanel)));
  std::vector<double> out;
  for (int i = 0; i <= count; ++i) out.push_back(low + (high - low) * i / count);
  return out;
}

/// Panels of z >= 0: the kink of g, and the kink of h as the other normal blurs it, `blur` wide around `kink`.
std::vector<double> outer_panels(double sd_x, double sd_y, double rho, double rest) {
  std::vector<double> out = even_panels(0, kReach);
  const auto add = [&](double edge) {
    if (edge > 0 && edge < kReach) out.push_back(edge);
  };
  add(1 / sd_x);
  const double kink = 1 / (std::fabs(rho) * sd_y), blur = rest / std::fabs(rho);
  add(kink);
  for (double offset = kPanel * blur; std::isfinite(kink) && blur > 0 && offset <= kReach * blur; offset += kPanel * blur) {
    add(kink - offset);
    add(kink + offset);
  }
  std::sort(out.begin(), out.end());
  return out;
}

void add(PairMoments& sum, double weight, double g, double h) {
  const double d = g - h;
  sum.gg += weight * g * g;
  sum.gh += weight * g * h;
  sum.hh += weight * h * h;
  sum.dd += weight * d * d;
  sum.gggg += weight * square(g * g);
  sum.gggh += weight * g * g * g * h;
  sum.gghh += weight * square(g * h);
  sum.ghhh += weight * g * h * h * h;
  sum.hhhh += weight * square(h * h);
  sum.dddd += weight * square(d * d);
}

/// The law of h given X: clipped N(mean, spread^2). Its two atoms, and the density between them.
void add_given(PairMoments& sum, double weight, double g, double mean, double spread) {
  if (spread <= 0) return add(sum, weight, g, stats::activate(stats::Activation::clip, mean));
  const double low = (-1 - mean) / spread, high = (1 - mean) / spread;
  add(sum, weight * mass_above(high), g, 1);
  add(sum, weight * mass_above(-low), g, -1);
  const double from = std::max(low, -kReach), to = std::min(high, kReach);
  if (from >= to) return;
  over_panels(even_panels(from, to),
              [&](double w, double share) { add(sum, weight * share * density(w), g, mean + spread * w); });
}

/// Mean of a clipped N(mean, spread^2).
double clipped_mean(double mean, double spread) {
  if (spread <= 0) return stats::activate(stats::Activation::clip, mean);
  const double low = (-1 - mean) / spread, high = (1 - mean) / spread, above = mass_above(high), below = mass_above(-low);
  // The closed form subtracts numbers of the size of the spread; where the density hardly bends between the kinks a rule does
  // not.
  if (high - low <= kPanel)
    return above - below + Rule::integrate([&](double y) { return y * density((y - mean) / spread); }, -1.0, 1.0) / spread;
  return above - below + mean * (1 - above - below) + spread * (density(low) - density(high));
}

}  // namespace

double clip_square(double sd) {
  if (sd <= 0) return 0;
  const double edge = 1 / sd;
  if (edge > kReach) return square(sd);
  if (edge < kPanel)  // likewise
    return 2 * mass_above(edge) + 2 * square(sd) * Rule::integrate([](double z) { return square(z) * density(z); }, 0.0, edge);
  return 2 * mass_above(edge) + square(sd) * std::erf(edge / std::numbers::sqrt2) - 2 * sd * density(edge);
}

double clip_product(const ExactPair& exact) {
  const HiddenPair& pair = exact.pair;
  const double rest = exact.sine, spread = pair.sd_y * rest;
  double sum = 0;
  over_panels(outer_panels(pair.sd_x, pair.sd_y, pair.rho, rest), [&](double z, double share) {
    const double g = stats::activate(stats::Activation::clip, pair.sd_x * z);
    sum += 2 * share * density(z) * g * clipped_mean(pair.rho * pair.sd_y * z, spread);
  });
  return sum;
}

PairMoments clip_moments(const ExactPair& exact) {
  const HiddenPair& pair = exact.pair;
  const double rest = exact.sine;
  PairMoments sum = {};
  over_panels(outer_panels(pair.sd_x, pair.sd_y, pair.rho, rest), [&](double z, double share) {
    add_given(sum, 2 * share * density(z), stats::activate(stats::Activation::clip, pair.sd_x * z), pair.rho * pair.sd_y * z,
              pair.sd_y * rest);
  });
  return sum;
}

// By parts, with the slope sd of clip(sd z) within |z| < c = 1/sd: sd erf(c / sqrt 2) for k = 1, then
// -2 sd h_{k-2}(c) phi(c) / sqrt(k (k-1)).
Vector clip_coefficients(double sd, Index count) {
  Vector out = Vector::Zero(count);
  if (sd <= 0) return out;
  const double c = 1 / sd;
  out[0] = sd * std::erf(c / std::numbers::sqrt2);
  if (c > 30) return out;  // phi(c) is 0
  double before = 1, here = c;
  for (Index i = 1; i < count; ++i) {
    const auto k = static_cast<double>(2 * i + 1);
    out[i] = -2 * sd * here * density(c) / std::sqrt(k * (k - 1));
    for (double degree = k - 2; degree <= k - 1; ++degree) {
      const double next = (c * here - std::sqrt(degree) * before) / std::sqrt(degree + 1);
      before = here;
      here = next;
    }
  }
  return out;
}

}  // namespace guise::theory
