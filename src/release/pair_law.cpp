// SPDX-License-Identifier: Apache-2.0
#include "release/pair_law.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace guise::release {
namespace {

// A length beside which errors are nothing, as a multiple of theirs.
constexpr double kFar = 1e12;
// Two lengths are brought to one at most by this factor: beyond, the shorter is hardly more than its errors.
constexpr double kLongest = 5;

/// What brings both to one length: s^2 |x|^2 = |y|^2.
double scale_of(double xx, double yy) {
  return xx > 0 && yy > 0 ? std::clamp(std::sqrt(yy / xx), 1 / kLongest, kLongest) : 1;
}

/// An angle is told by one number fewer than the projection has: lengths take the other. At right angles the cosine's law is
/// exactly that of k - 1.
constexpr double kOfAngle = 1;
/// A product, of which lengths are a part, needs less: with nothing taken intervals held 0.85 to 0.92 behind two numbers, with
/// one 0.98 to 0.99, with half of one 0.93 to 0.96.
constexpr double kOfProduct = 0.5;

std::vector<Stage> without_length(std::vector<Stage> stages, double numbers) {
  for (Stage& stage : stages) {
    if (stage.k <= 1) continue;
    stage.k -= numbers;
    if (stage.m > 0) stage.m -= numbers;
  }
  return stages;
}

/// How far an interval reaches on either side.
double down(const Bounds& of) {
  return std::max(0.0, of.value - of.low);
}
double up(const Bounds& of) {
  return std::max(0.0, of.high - of.value);
}

/// Bounds of log(d / s) for independent d and s with these intervals (Zou and Donner 2008 on the scale of logarithms). Where
/// one of them may be 0, its logarithm has no error to be added up by squares: both limits are taken at once, which is wider.
Bounds log_ratio(const Bounds& d, const Bounds& s) {
  constexpr double none = std::numeric_limits<double>::infinity();
  const auto log = [&](double value) { return value > 0 ? std::log(value) : -none; };
  Bounds out{.value = log(d.value) - log(s.value)};
  const bool clear = d.low > 0 && s.low > 0 && d.value > 0 && s.value > 0;
  out.low = clear ? out.value - std::hypot(log(d.value) - log(d.low), log(s.high) - log(s.value)) : log(d.low) - log(s.high);
  out.high = clear ? out.value + std::hypot(log(d.high) - log(d.value), log(s.value) - log(s.low)) : log(d.high) - log(s.low);
  return out;
}

}  // namespace

PairLaw::PairLaw(const Geometry& geometry, Index rows)
    : one_(stages_of(geometry, rows, 1)),
      two_(stages_of(geometry, rows, 2)),
      angle_(without_length(stages_of(geometry, rows, 2), kOfAngle)),
      product_(without_length(stages_of(geometry, rows, 2), kOfProduct)),
      exact_(stages_of(geometry, rows, 1).empty()),
      single_(std::any_of(geometry.projections.begin(), geometry.projections.end(),
                          [](const Projection& step) { return step.k == 1; })) {
  const double at_zero = one_.estimate(0, 1).value, at_one = one_.estimate(1, 1).value;
  errors_alone_ = -at_zero / (at_one - at_zero);
  // The law's own error has g / (1 + g) of that, see SquareLaw::estimate.
  const Bounds far = two_.estimate(kFar * (1 + errors_alone_), 1);
  const double share = guise::square(far.error / far.value);
  relative_ = share / (1 - share);
}

/// An estimate below 0 says no more than 0 of how long the original may be.
Bounds PairLaw::alone(const SquareLaw& law, double released, double noise) const {
  Bounds out = law.estimate(released, noise);
  if (out.value < 0) out.high = law.estimate(errors_alone_ * noise, noise).high;
  return out;
}

Bounds PairLaw::square(double released, double x) const {
  return alone(one_, released, x);
}

Bounds PairLaw::square_distance(const Pair& released, double x, double y) const {
  return alone(two_, released.square_distance(), x + y);
}

PairLaw::Diagonals PairLaw::diagonals(const SquareLaw& law, const Pair& released, double x, double y) const {
  const double s = scale_of(one_.estimate(released.xx, x).value, one_.estimate(released.yy, y).value);
  const double both = s * released.xx + released.yy / s, noise = s * x + y / s;
  return {law.estimate(both + 2 * released.xy, noise), law.estimate(both - 2 * released.xy, noise)};
}

Bounds PairLaw::product(const Pair& released, double x, double y) const {
  const auto [sum, difference] = diagonals(two_, released, x, y);
  Bounds out{.value = (sum.value - difference.value) / 4, .error = std::hypot(sum.error, difference.error) / 4};
  // Errors of the diagonals are unbiased each for itself. Brought to one length by what was estimated, |x|^2 |y|^2 + (x'y)^2 is
  // too large by (1 + 3 c^2) / (1 + c^2) / k only, not by 2 / k.
  const double whole = std::max(0.0, sum.value) + std::max(0.0, difference.value);
  const double cosine = whole > 0 ? std::clamp(4 * out.value / whole, -1.0, 1.0) : 0, c = guise::square(cosine);
  out.error *= std::sqrt((1 + relative_) / (1 + relative_ * (1 + 3 * c) / (2 + 2 * c)));
  if (exact_) return {out.value, 0, out.value, out.value};
  // Limits of a difference from those of its parts: Zou and Donner (2008), "Construction of confidence limits about effect
  // measures: a general approach".
  const auto [wide_sum, wide_difference] = diagonals(product_, released, x, y);
  out.low = out.value - std::hypot(down(wide_sum), up(wide_difference)) / 4;
  out.high = out.value + std::hypot(up(wide_sum), down(wide_difference)) / 4;
  // One number does not tell an angle: the product is only known to be no larger than the lengths allow.
  if (single_) {
    out.high = std::max(std::abs(out.value), std::sqrt(square(released.xx, x).high * square(released.yy, y).high));
    out.low = -out.high;
  }
  return out;
}

Bounds PairLaw::cosine(const Pair& released, double x, double y) const {
  const double xx = one_.estimate(released.xx, x).value, yy = one_.estimate(released.yy, y).value;
  if (!(xx > 0 && yy > 0)) return {0, 1, -1, 1};
  // |a|^2 + |b|^2 is 4 |x| |y| where both were brought to one length; where they were not quite, it is so many times that.
  const double s = scale_of(xx, yy), over = (s * xx + yy / s) / (2 * std::sqrt(xx * yy));
  const auto in_range = [&](double cosine) { return std::clamp(over * cosine, -1.0, 1.0); };
  const auto [a, b] = diagonals(two_, released, x, y);
  const double sum = std::max(0.0, a.value), difference = std::max(0.0, b.value), whole = sum + difference;
  if (!(whole > 0)) return {0, 0, -1, 1};
  Bounds out{.value = in_range((sum - difference) / whole)};
  if (exact_) return {out.value, 0, out.value, out.value};
  // Lengths drop out of an angle, and with them what makes squares of estimates too large.
  out.error = over * 2 * std::hypot(difference * a.error, sum * b.error) / guise::square(whole) * std::sqrt(1 + relative_);
  if (single_) return {out.value, out.error, -1, 1};
  // cos = (1 - r) / (1 + r) for r = |b|^2 / |a|^2.
  const auto [wide_a, wide_b] = diagonals(angle_, released, x, y);
  const Bounds ratio = log_ratio(wide_b, wide_a);
  out.low = std::min(out.value, in_range(std::tanh(-ratio.high / 2)));
  out.high = std::max(out.value, in_range(std::tanh(-ratio.low / 2)));
  return out;
}

}  // namespace guise::release
