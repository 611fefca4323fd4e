// SPDX-License-Identifier: Apache-2.0
// Integrals of powers of tanh by the trapezoidal rule, whose error falls exponentially for analytic functions: exp(-2 pi D / h)
// for a step h and a strip of half width D without poles (Trefethen and Weideman 2014, "The exponentially convergent
// trapezoidal rule", section 5). The pole of tanh(s z) at z = i pi / (2 s) comes nearer as the norm s grows, and the step must
// shrink with it; Gauss-Hermite rules, whose nodes stay where they are, lose all digits from norms of about 2 on. Beyond a norm
// of 8 Gauss-Legendre rules take over, on panels that grow threefold with the distance from where tanh changes its sign: their
// number grows with the logarithm of the norm, and no norm is too large.
#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "theory/plane_integrals.h"

namespace guise::theory {
namespace {

using Array = Eigen::ArrayXd;

constexpr double kReach = 9;          // standard deviations: the normal law has 2e-19 of its mass beyond
constexpr double kExponent = 41;      // exp(-41) = 2e-18: a fourth power has a pole of order four, which costs up to six digits
constexpr double kSteepest = 8;       // up to this sd by the trapezoidal rule
constexpr double kPanel = 1.5;        // of a normal density, in standard deviations, which 20 nodes integrate to the last bits
constexpr double kGrowth = 3;         // a panel [a, 3a] stays clear of the poles at 0: an error of 2.8^-40
constexpr double kGaussianStrip = 8;  // where exp(D^2/2 - 2 pi D / h), the normal density's part of the error, has its least

/// Step for tanh(steepness z) times a normal density: 2 pi D / h - D^2 / 2 = kExponent with D the distance of the nearest pole.
double step_for(double steepness) {
  const double pole = 0.5 * std::numbers::pi / std::max(steepness, 1e-300), strip = std::min(pole, kGaussianStrip);
  return 2 * std::numbers::pi * strip / (kExponent + 0.5 * square(strip));
}

struct Grid {
  Array at, weight;
};

double normal_density(double z) {
  return std::exp(-0.5 * square(z)) / std::sqrt(2 * std::numbers::pi);
}

Grid even_grid(double step, double reach) {
  const auto side = static_cast<Index>(std::ceil(reach / step));
  Grid out{.at = Array::LinSpaced(2 * side + 1, -static_cast<double>(side), static_cast<double>(side)) * step, .weight = {}};
  out.weight = step * out.at.unaryExpr(&normal_density);
  return out;
}

/// For tanh(steepness (z - centre)) times a normal density.
Grid graded_grid(double centre, double steepness, double reach, double panel) {
  using Rule = boost::math::quadrature::gauss<double, 20>;
  std::vector<double> edges = {reach};
  for (double edge = -reach; edge < reach; edge += panel) edges.push_back(edge);
  const auto add = [&](double edge) {
    if (std::fabs(edge) < reach) edges.push_back(edge);
  };
  add(centre);
  for (double offset = 2 / steepness; offset < reach + std::fabs(centre); offset *= kGrowth) {
    add(centre - offset);
    add(centre + offset);
  }
  std::sort(edges.begin(), edges.end());
  const auto half_nodes = static_cast<Index>(Rule::abscissa().size()), panels = static_cast<Index>(edges.size()) - 1;
  Grid out{.at = Array(2 * half_nodes * panels), .weight = Array(2 * half_nodes * panels)};
  Index next = 0;
  for (std::size_t i = 1; i < edges.size(); ++i) {
    const double middle = 0.5 * (edges[i - 1] + edges[i]), half = 0.5 * (edges[i] - edges[i - 1]);
    for (std::size_t j = 0; j < Rule::abscissa().size(); ++j)
      for (const double side : {-1.0, 1.0}) {
        out.at[next] = middle + side * half * Rule::abscissa()[j];
        out.weight[next] = half * Rule::weights()[j] * normal_density(out.at[next]);
        ++next;
      }
  }
  return out;
}

Grid normal_grid(double steepness) {
  return steepness <= kSteepest ? even_grid(step_for(steepness), kReach) : graded_grid(0, steepness, kReach, kPanel);
}

/// Calls use(weight, g, h, weights of h) for each node of z >= 0; the other half is its mirror image, which has the same
/// products as tanh is odd. The smaller sd is given to w, which then needs fewer nodes.
template <typename Use>
void over_half_plane(const ExactPair& exact, const Use& use) {
  const HiddenPair& pair = exact.pair;
  const double sd_large = std::max(pair.sd_x, pair.sd_y), sd_small = std::min(pair.sd_x, pair.sd_y);
  const double spread = sd_small * exact.sine;
  const Grid outer = normal_grid(sd_large);
  Grid inner = normal_grid(spread);
  Array h;
  for (Index i = 0; i < outer.at.size(); ++i) {
    const double z = outer.at[i], mean = sd_small * pair.rho * z;
    if (z < 0) continue;
    if (spread > kSteepest) inner = graded_grid(-mean / spread, spread, kReach, kPanel);
    h = spread * inner.at + mean;
    Eigen::Map<Matrix> values(h.data(), h.size(), 1);
    stats::activate(stats::Activation::tanh, values);
    use(outer.weight[i] * (z > 0 ? 2 : 1), stats::activate(stats::Activation::tanh, sd_large * z), h, inner.weight);
  }
}

}  // namespace

double tanh_square(double sd) {
  const Grid grid = normal_grid(sd);
  Matrix values = sd * grid.at.matrix();
  stats::activate(stats::Activation::tanh, values);
  return (grid.weight * values.array().square()).sum();
}

double tanh_product(const ExactPair& pair) {
  double sum = 0;
  over_half_plane(
      pair, [&](double weight, double g, const Array& h, const Array& weights) { sum += weight * g * (weights * h).sum(); });
  return sum;
}

PairMoments tanh_moments(const ExactPair& pair) {
  PairMoments sum = {};
  over_half_plane(pair, [&](double weight, double g, const Array& h, const Array& weights) {
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
  if (pair.pair.sd_x >= pair.pair.sd_y) return sum;
  std::swap(sum.gg, sum.hh);
  std::swap(sum.gggg, sum.hhhh);
  std::swap(sum.gggh, sum.ghhh);
  return sum;
}

namespace {

// h_k grows as exp(D sqrt(2k)) in a strip of half width D, which the step makes up for; beyond 12 the product of h_k and the
// density is below exp(-36) for every k. Along the line it turns sqrt(k) times in 6 units, for which panels are half as wide.
Grid grid_for_coefficients(double sd, Index count) {
  constexpr double reach = 12;
  if (sd > kSteepest) return graded_grid(0, sd, reach, kPanel / 2);
  const double strip = std::min(0.5 * std::numbers::pi / std::max(sd, 1e-300), kGaussianStrip);
  const double growth = strip * std::sqrt(4.0 * static_cast<double>(count));
  return even_grid(2 * std::numbers::pi * strip / (kExponent + 0.5 * square(strip) + growth), reach);
}

}  // namespace

Vector tanh_coefficients(double sd, Index count) {
  const Grid grid = grid_for_coefficients(sd, count);
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
