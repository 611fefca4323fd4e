// SPDX-License-Identifier: Apache-2.0
#include "mining/distorted_pair.h"

#include <Eigen/Dense>

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <limits>

#include "base/matrix.h"

namespace guise::mining {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kTail = 0.025, kNormal = 1.959963984540054;

/// A squared length behind random matrices is nearly a chi-square in units of its mean, with the degrees of freedom that its
/// variance tells (Satterthwaite 1946); errors add to it. The two reaches of the interval add by squares.
release::Bounds bounds(double value, double noise, double matrices, double errors) {
  if (!std::isfinite(matrices + errors)) return {value, kInfinity, 0, kInfinity};
  release::Bounds out{.value = value, .error = std::sqrt(std::max(0.0, matrices + errors))};
  const double whole = std::max(0.0, value) + noise, reach = kNormal * std::sqrt(std::max(0.0, errors));
  double down = 0, up = 0;
  if (matrices > 0 && whole > 0) {
    const double half = square(whole) / matrices;  // half the degrees of freedom
    down = whole - whole * half / boost::math::gamma_q_inv(half, kTail);
    up = whole * half / boost::math::gamma_p_inv(half, kTail) - whole;
  }
  out.low = std::max(0.0, value - std::hypot(down, reach));
  out.high = std::max(0.0, value) + std::hypot(up, reach);
  return out;
}

}  // namespace

release::Bounds distorted_square(const theory::PairEstimate& pair) {
  const double value = pair.square_x.value;
  return {value, pair.square_x.standard_error, std::max(0.0, pair.limits_x.low), std::max({0.0, value, pair.limits_x.high})};
}

release::Bounds distorted_square_distance(const theory::PairEstimate& pair, double power) {
  const Eigen::Vector3d distance(1, -2, 1);
  return bounds(pair.square_distance.value, 2 * power, distance.dot(pair.matrices * distance),
                distance.dot(pair.errors * distance));
}

release::Bounds distorted_cosine(const theory::PairEstimate& pair) {
  const double xx = pair.square_x.value, yy = pair.square_y.value;
  if (!(xx > 0 && yy > 0)) return {0, 1, -1, 1};
  const double lengths = std::sqrt(xx * yy), cosine = std::clamp(pair.inner.value / lengths, -1.0, 1.0);
  // c = xy / sqrt(xx yy) has the slopes -c / 2xx, 1 / sqrt(xx yy) and -c / 2yy; the interval is Fisher's.
  const Eigen::Vector3d slope(-cosine / (2 * xx), 1 / lengths, -cosine / (2 * yy));
  const double variance = slope.dot((pair.matrices + pair.errors) * slope), across = 1 - square(cosine);
  if (!std::isfinite(variance)) return {cosine, 1, -1, 1};
  const double error = std::sqrt(std::max(0.0, variance));
  if (!(across > 0)) return {cosine, error, std::max(-1.0, cosine - kNormal * error), std::min(1.0, cosine + kNormal * error)};
  const double middle = std::atanh(cosine), reach = kNormal * error / across;
  return {cosine, error, std::tanh(middle - reach), std::tanh(middle + reach)};
}

release::Bounds distorted_product(const theory::PairEstimate& pair) {
  // An angle times two lengths, whose errors go together: limits of a product from those of its parts (Zou and Donner 2008).
  const release::Bounds cosine = distorted_cosine(pair);
  const auto lengths = [](double xx, double yy) { return std::sqrt(std::max(0.0, xx)) * std::sqrt(std::max(0.0, yy)); };
  const double middle = lengths(pair.square_x.value, pair.square_y.value),
               shorter = std::max(0.0, middle - lengths(pair.limits_x.low, pair.limits_y.low)),
               longer = std::max(0.0, lengths(pair.limits_x.high, pair.limits_y.high) - middle);
  /// How far the product may lie above, of a cosine of that sign.
  const auto reach = [&](double turned, double end) {
    return std::hypot(turned * middle, end > 0 ? end * longer : -end * shorter);
  };
  release::Bounds out{.value = pair.inner.value, .error = pair.inner.standard_error};
  out.low = out.value - reach(cosine.value - cosine.low, -cosine.low);
  out.high = out.value + reach(cosine.high - cosine.value, cosine.high);
  return out;
}

}  // namespace guise::mining
