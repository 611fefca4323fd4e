// SPDX-License-Identifier: Apache-2.0
// Integrals of powers of tanh by the trapezoidal rule, whose error falls exponentially for analytic functions: exp(-2 pi D / h)
// for a step h and a strip of half width D without poles (Trefethen and Weideman 2014, "The exponentially convergent
// trapezoidal rule", section 5). The pole of tanh(s z) at z = i pi / (2 s) comes nearer as the norm s grows, and the step must
// shrink with it; Gauss-Hermite rules, whose nodes stay where they are, lose all digits from norms of about 2 on.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "theory/plane_integrals.h"

namespace guise::theory {
namespace {

using Array = Eigen::ArrayXd;

constexpr double kReach = 9;          // standard deviations: the normal law has 2e-19 of its mass beyond
constexpr double kExponent = 41;      // exp(-41) = 2e-18: a fourth power has a pole of order four, which costs up to six digits
constexpr double kSteepest = 64;      // beyond this sd the step shrinks no more: a pair would take seconds
constexpr double kGaussianStrip = 8;  // where exp(D^2/2 - 2 pi D / h), the normal density's part of the error, has its least

/// Step for tanh(steepness z) times a normal density: 2 pi D / h - D^2 / 2 = kExponent with D the distance of the nearest pole.
double step_for(double steepness) {
  const double pole = 0.5 * std::numbers::pi / std::clamp(steepness, 1e-300, kSteepest), strip = std::min(pole, kGaussianStrip);
  return 2 * std::numbers::pi * strip / (kExponent + 0.5 * square(strip));
}

struct Grid {
  Array at, weight;
};

Grid normal_grid(double step, double reach = kReach) {
  const auto side = static_cast<Index>(std::ceil(reach / step));
  Grid out{.at = Array::LinSpaced(2 * side + 1, -static_cast<double>(side), static_cast<double>(side)) * step, .weight = {}};
  out.weight = (-0.5 * out.at.square()).exp() * (step / std::sqrt(2 * std::numbers::pi));
  return out;
}

/// Calls use(weight, g, h, weights of h) for each node of z >= 0; the other half is its mirror image, which has the same
/// products as tanh is odd. The smaller sd is given to w, which then needs fewer nodes.
template <typename Use>
void over_half_plane(double sd_large, double sd_small, double rho, const Use& use) {
  const double rest = std::sqrt((1 - rho) * (1 + rho));
  const Grid inner = normal_grid(step_for(sd_small * rest));
  const Grid outer = normal_grid(step_for(std::max(sd_large, sd_small * std::fabs(rho))));
  const Index middle = outer.at.size() / 2;
  Array h;
  for (Index i = middle; i < outer.at.size(); ++i) {
    const double z = outer.at[i];
    h = (sd_small * rest) * inner.at + sd_small * rho * z;
    Eigen::Map<Matrix> values(h.data(), h.size(), 1);
    stats::activate(stats::Activation::tanh, values);
    use(outer.weight[i] * (i == middle ? 1 : 2), stats::activate(stats::Activation::tanh, sd_large * z), h, inner.weight);
  }
}

}  // namespace

double tanh_square(double sd) {
  const Grid grid = normal_grid(step_for(sd));
  Matrix values = sd * grid.at.matrix();
  stats::activate(stats::Activation::tanh, values);
  return (grid.weight * values.array().square()).sum();
}

double tanh_product(const HiddenPair& pair) {
  double sum = 0;
  over_half_plane(
      std::max(pair.sd_x, pair.sd_y), std::min(pair.sd_x, pair.sd_y), pair.rho,
      [&](double weight, double g, const Array& h, const Array& weights) { sum += weight * g * (weights * h).sum(); });
  return sum;
}

PairMoments tanh_moments(const HiddenPair& pair) {
  PairMoments sum = {};
  over_half_plane(std::max(pair.sd_x, pair.sd_y), std::min(pair.sd_x, pair.sd_y), pair.rho,
                  [&](double weight, double g, const Array& h, const Array& weights) {
                    const double whole = weights.sum(), h1 = (weights * h).sum(), h2 = (weights * h.square()).sum();
                    sum.gg += weight * square(g) * whole;
                    sum.gh += weight * g * h1;
                    sum.hh += weight * h2;
                    sum.dd += weight * (weights * (h - g).square()).sum();
                    sum.gggg += weight * square(square(g)) * whole;
                    sum.gggh += weight * square(g) * g * h1;
                    sum.gghh += weight * square(g) * h2;
                    sum.ghhh += weight * g * (weights * h.cube()).sum();
                    sum.hhhh += weight * (weights * h.square().square()).sum();
                    sum.dddd += weight * (weights * (h - g).square().square()).sum();
                  });
  if (pair.sd_x >= pair.sd_y) return sum;
  std::swap(sum.gg, sum.hh);
  std::swap(sum.gggg, sum.hhhh);
  std::swap(sum.gggh, sum.ghhh);
  return sum;
}

Vector tanh_coefficients(double sd, Index count) {
  // h_k grows as exp(D sqrt(2k)) in a strip of half width D, which the step makes up for; beyond 12 the product of h_k and the
  // density is below exp(-36) for every k.
  const double steepness = std::clamp(sd, 1e-300, kSteepest),
               strip = std::min(0.5 * std::numbers::pi / steepness, kGaussianStrip);
  const double growth = strip * std::sqrt(4.0 * static_cast<double>(count));
  const Grid grid = normal_grid(2 * std::numbers::pi * strip / (kExponent + 0.5 * square(strip) + growth), 12);
  Matrix values = sd * grid.at.matrix();
  stats::activate(stats::Activation::tanh, values);
  const Array weighted = grid.weight * values.array();
  Array before = Array::Ones(grid.at.size()), here = grid.at, next;
  Vector out(count);
  for (Index i = 0; i < count; ++i) {
    out[i] = (weighted * here).sum();
    for (Index k = 2 * i + 1; k <= 2 * i + 2; ++k) {
      next = (grid.at * here - std::sqrt(static_cast<double>(k)) * before) / std::sqrt(static_cast<double>(k + 1));
      before.swap(here);
      here.swap(next);
    }
  }
  return out;
}

}  // namespace guise::theory
