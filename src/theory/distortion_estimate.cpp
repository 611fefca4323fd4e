// SPDX-License-Identifier: Apache-2.0
#include "theory/distortion_estimate.h"

#include <Eigen/Dense>

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace guise::theory {
namespace {

using stats::Activation;

constexpr double kLargestSd = 64;  // tanh^2 has mean 0.9876 there: longer records cannot be told apart by any release
constexpr double kLeastSd = 1e-3;  // of hidden units, for slopes by differences
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kTail = 0.025, kNormal = 1.959963984540054;  // of intervals of 95 %

/// The root of an increasing function between low and high; the nearer end where there is none.
template <typename Function>
double root(const Function& function, double low, double high) {
  const double at_low = function(low), at_high = function(high);
  if (!(at_low < 0)) return low;
  if (!(at_high > 0)) return high;
  boost::uintmax_t most = 100;
  const auto [a, b] = boost::math::tools::toms748_solve(function, low, high, at_low, at_high,
                                                        boost::math::tools::eps_tolerance<double>(40), most);
  return 0.5 * (a + b);
}

/// Variances and covariance of X and Y: what the expectations are smooth functions of.
struct HiddenCovariance {
  double xx, xy, yy;
};

HiddenPair pair_of(const HiddenCovariance& v) {
  const double sd_x = std::sqrt(std::max(0.0, v.xx)), sd_y = std::sqrt(std::max(0.0, v.yy)), size = sd_x * sd_y;
  return {.sd_x = sd_x, .sd_y = sd_y, .rho = size > 0 ? std::clamp(v.xy / size, -1.0, 1.0) : 0};
}

/// d(E g^2, E gh, E h^2) / d(xx, xy, yy) by differences, away from the edge |rho| = 1 towards the inside.
Eigen::Matrix3d slopes(Activation f, const HiddenCovariance& v) {
  const double size = std::sqrt(v.xx * v.yy), bend = 1e-4;
  const HiddenCovariance inside{v.xx, std::clamp(v.xy, -size * (1 - 4 * bend), size * (1 - 4 * bend)), v.yy};
  const auto products = [&](double dx, double dc, double dy) {
    const HiddenPair p = pair_of({inside.xx * (1 + dx), inside.xy + size * dc, inside.yy * (1 + dy)});
    return Eigen::Vector3d(expected_square(f, p.sd_x), expected_product(f, p), expected_square(f, p.sd_y));
  };
  Eigen::Matrix3d out;
  out.col(0) = (products(bend, 0, 0) - products(-bend, 0, 0)) / (2 * bend * v.xx);
  out.col(1) = (products(0, bend, 0) - products(0, -bend, 0)) / (2 * bend * size);
  out.col(2) = (products(0, 0, bend) - products(0, 0, -bend)) / (2 * bend * v.yy);
  return out;
}

/// From statistics to E g^2, E gh and E h^2.
struct Scale {
  double offset, factor;
  explicit Scale(const Distortion& d)
      : offset(static_cast<double>(d.out) * square(d.sb)),
        factor(static_cast<double>(d.out) * static_cast<double>(d.hidden) * square(d.sq)) {}
  double product(double statistic) const { return (statistic - offset) / factor; }
};

Estimate with_error(double value, double variance) {
  return {.value = value, .standard_error = std::isfinite(variance) ? std::sqrt(std::max(0.0, variance)) : kInfinity};
}

/// The covariance of the estimated (xx, xy, yy) through the inverse of the slopes; infinite where they are flat.
Eigen::Matrix3d covariance_of(const Distortion& d, const HiddenCovariance& v, const Eigen::Matrix3d& of_products) {
  const Eigen::Matrix3d inverse = slopes(d.f, v).inverse() / Scale(d).factor;
  if (!inverse.allFinite()) return Eigen::Matrix3d::Constant(kInfinity);
  return inverse * of_products * inverse.transpose();
}

PairEstimate result(const Distortion& d, const HiddenCovariance& v, const Eigen::Matrix3d& covariance, bool at_edge) {
  const double unit = square(d.sw), none = square(d.sa);
  const Eigen::Vector3d distance(1, -2, 1);
  return {.square_x = with_error((v.xx - none) / unit, covariance(0, 0) / square(unit)),
          .square_y = with_error((v.yy - none) / unit, covariance(2, 2) / square(unit)),
          .inner = with_error((v.xy - none) / unit, covariance(1, 1) / square(unit)),
          .square_distance =
              with_error(std::max(0.0, (v.xx + v.yy - 2 * v.xy) / unit), distance.dot(covariance * distance) / square(unit)),
          .at_edge = at_edge,
          .matrices = covariance / square(unit)};
}

/// Covariance of |x + e|^2, (x + e)'(y + f) and |y + f|^2 for Gaussian errors e and f of covariance E each: 4 x'Ex + 2 tr E^2,
/// x'Ex + y'Ey + tr E^2, and 2 x'Ey between the first two. `each` stands for E between two directions.
Eigen::Matrix3d spread_of_errors(double xx, double xy, double yy, double each, double squares) {
  // Estimates may contradict each other; what they stand for does not.
  const double x = std::max(0.0, xx), y = std::max(0.0, yy), most = std::sqrt(x * y), inner = std::clamp(xy, -most, most);
  Eigen::Matrix3d out = Eigen::Matrix3d::Zero();
  out(0, 0) = 4 * each * x + 2 * squares;
  out(1, 1) = each * (x + y) + squares;
  out(2, 2) = 4 * each * y + 2 * squares;
  out(0, 1) = out(1, 0) = out(1, 2) = out(2, 1) = 2 * each * inner;
  return out;
}

/// Takes out the power of errors before the distortion, and adds the spread of all errors.
PairEstimate with_errors(const Distortion& d, const HiddenCovariance& v, const ReleasedPair& clean,
                         const DistortionErrors& errors, PairEstimate out) {
  const Eigen::Matrix3d behind =
      spread_of_errors(clean.xx, clean.xy, clean.yy, errors.variance, static_cast<double>(d.out) * square(errors.variance));
  const double each = errors.power > 0 ? errors.squares / errors.power : 0;
  const Eigen::Vector3d distance(1, -2, 1);
  out.square_distance.value = out.square_x.value + out.square_y.value - 2 * out.inner.value - 2 * errors.power;
  out.square_x.value -= errors.power;
  out.square_y.value -= errors.power;
  const Eigen::Matrix3d before =
      spread_of_errors(out.square_x.value, out.inner.value, out.square_y.value, each, errors.squares);
  out.errors = covariance_of(d, v, behind) / std::pow(d.sw, 4) + before;
  // Errors before the distortion were there when it took the length: the reaches add by squares.
  const auto widen = [&](PairEstimate::Limits& limits, double value, double variance) {
    const double reach = kNormal * std::sqrt(variance);
    limits.low = value - std::hypot(std::max(0.0, value + errors.power - limits.low), reach);
    limits.high = value + std::hypot(std::max(0.0, limits.high - errors.power - value), reach);
  };
  widen(out.limits_x, out.square_x.value, before(0, 0));
  widen(out.limits_y, out.square_y.value, before(2, 2));
  const Eigen::Matrix3d all = out.matrices + out.errors;
  out.square_x = with_error(out.square_x.value, all(0, 0));
  out.inner = with_error(out.inner.value, all(1, 1));
  out.square_y = with_error(out.square_y.value, all(2, 2));
  out.square_distance = with_error(out.square_distance.value, distance.dot(all * distance));
  return out;
}

/// The limits of |x|^2 from a released x*'x* of this variance and expectation.
PairEstimate::Limits limits_of(const Distortion& d, double released, double behind, double least, double mean,
                               double variance) {
  if (!(variance > 0 && released > 0)) return {0, kInfinity};
  const double half = square(mean) / variance;  // half the degrees of freedom
  const auto square_at = [&](double statistic) {
    const double sd = sd_of_square(d.f, Scale(d).product(statistic - behind), least);
    return sd == kLargestSd ? kInfinity : std::max(0.0, (square(sd) - square(d.sa)) / square(d.sw));
  };
  const double fewest = boost::math::gamma_p_inv(half, kTail);
  return {square_at(released * half / boost::math::gamma_q_inv(half, kTail)),
          fewest > 0 ? square_at(released * half / fewest) : kInfinity};
}

PairEstimate with_known(const Distortion& d, const ReleasedPair& released, const KnownSquares& known) {
  const HiddenPair ends = hidden_pair(d, {known.square_x, known.square_y, 0});
  const auto covariance = [&](double statistic) {
    const double rho = rho_of_product(d.f, ends.sd_x, ends.sd_y, Scale(d).product(statistic));
    return HiddenCovariance{square(ends.sd_x), rho * ends.sd_x * ends.sd_y, square(ends.sd_y)};
  };
  // The best linear correction of xy by what xx and yy miss, with the covariances at the first estimate.
  HiddenCovariance v = covariance(released.xy);
  ProductLaw law = product_law(d, pair_moments(d.f, pair_of(v)));
  Eigen::Matrix2d own;
  own << law.covariance(0, 0), law.covariance(0, 2), law.covariance(2, 0), law.covariance(2, 2);
  const Eigen::Vector2d shared(law.covariance(1, 0), law.covariance(1, 2));
  const Eigen::Vector2d share = own.completeOrthogonalDecomposition().solve(shared);
  const double corrected = released.xy - share[0] * (released.xx - law.mean[0]) - share[1] * (released.yy - law.mean[2]);
  v = covariance(corrected);
  const double slope = slopes(d.f, v)(1, 1) * Scale(d).factor;
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  spread(1, 1) = slope > 0 ? std::max(0.0, law.covariance(1, 1) - share.dot(shared)) / square(slope) : kInfinity;
  PairEstimate out = result(d, v, spread, std::fabs(pair_of(v).rho) == 1);
  out.square_distance.standard_error = 2 * out.inner.standard_error;
  return out;
}

}  // namespace

double sd_of_square(Activation f, double square_mean, double least) {
  if (f == Activation::identity) return std::max(least, std::sqrt(std::max(0.0, square_mean)));
  if (f == Activation::relu) return std::max(least, std::sqrt(std::max(0.0, 2 * square_mean)));
  return root([&](double sd) { return expected_square(f, sd) - square_mean; }, least, std::max(least, kLargestSd));
}

double rho_of_product(Activation f, double sd_x, double sd_y, double product) {
  return root([&](double rho) { return expected_product(f, {sd_x, sd_y, rho}) - product; }, -1, 1);
}

PairEstimate estimate_pair(const Distortion& d, const ReleasedPair& released, std::optional<KnownSquares> known) {
  if (!known) return estimate_pair(d, released, DistortionErrors());
  check(d);
  require(d.sw > 0 && d.sq > 0, "a distortion with sw = {} and sq = {} keeps nothing of the originals", d.sw, d.sq);
  return with_known(d, released, *known);
}

PairEstimate estimate_pair(const Distortion& d, const ReleasedPair& released, const DistortionErrors& errors) {
  check(d);
  require(d.sw > 0 && d.sq > 0, "a distortion with sw = {} and sq = {} keeps nothing of the originals", d.sw, d.sq);
  require(d.f != Activation::step, "a step does not show how long a record is; give the lengths, or use another function");
  const Scale scale(d);
  const double behind = static_cast<double>(d.out) * errors.variance, xx = released.xx - behind, yy = released.yy - behind;
  const double gg = scale.product(xx), gh = scale.product(released.xy), hh = scale.product(yy);
  // Errors behind take a statistic below that of a record of length 0 as often as above: cut off there, lengths would be too
  // long.
  const double least = errors.variance > 0 ? std::min(d.sa, kLeastSd * (1 + d.sa)) : d.sa;
  const double sd_x = sd_of_square(d.f, gg, least), sd_y = sd_of_square(d.f, hh, least);
  const double rho = rho_of_product(d.f, sd_x, sd_y, gh);
  const auto edge = [&](double sd) { return sd <= least || sd == kLargestSd; };
  const HiddenCovariance v{square(sd_x), rho * sd_x * sd_y, square(sd_y)};
  const ProductLaw law = product_law(d, pair_moments(d.f, {sd_x, sd_y, rho}));
  PairEstimate out = result(d, v, covariance_of(d, v, law.covariance), edge(sd_x) || edge(sd_y) || std::fabs(rho) == 1);
  const auto limits = [&](Index of, double statistic) {
    const double mean = law.mean[of], each = errors.variance;
    const double variance = law.covariance(of, of) + 4 * each * mean + 2 * static_cast<double>(d.out) * square(each);
    return limits_of(d, statistic, behind, least, mean + behind, variance);
  };
  out.limits_x = limits(0, released.xx), out.limits_y = limits(2, released.yy);
  if (errors.power == 0 && errors.variance == 0) return out;
  return with_errors(d, v, {xx, released.xy, yy}, errors, std::move(out));
}

}  // namespace guise::theory
