// SPDX-License-Identifier: Apache-2.0
#include "release/square_law.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

namespace guise::release {
namespace {

constexpr double kTail = 0.025, kNormal = 1.959963984540054;
// Quantiles are tabled from this share of what errors alone give to this multiple of it: below the length is as good as 0,
// above the errors are.
constexpr double kLeast = 1e-4, kMost = 1e6;
constexpr int kPoints = 300;

/// Inverse of a rising piecewise linear function; 0 below its first value, in proportion above its last.
double look_up(const std::vector<double>& values, const std::vector<double>& at, double wanted) {
  if (!(wanted > values.front())) return at.front();
  if (wanted >= values.back()) return values.back() > 0 ? at.back() * (wanted / values.back()) : at.back();
  const auto above = std::upper_bound(values.begin(), values.end(), wanted) - values.begin();
  const auto i = static_cast<std::size_t>(above);
  const double step = values[i] - values[i - 1];
  return at[i - 1] + (step > 0 ? (wanted - values[i - 1]) / step : 0) * (at[i] - at[i - 1]);
}

}  // namespace

Errors errors_of(const Vector& variance, const Vector& fourth) {
  return {variance.sum(), variance.squaredNorm(), variance.array().cube().sum(), fourth.sum()};
}

Errors both(const Errors& a, const Errors& b, double entries) {
  if (a.power == 0) return b;
  if (b.power == 0) return a;
  return {.power = a.power + b.power,
          .squares = a.squares + b.squares + 2 * a.power * b.power / entries,
          .cubes = a.cubes + b.cubes + 3 * (a.squares * b.power + a.power * b.squares) / entries,
          .fourth = a.fourth + b.fourth};
}

SquareLaw::SquareLaw(std::vector<Stage> stages) : stages_(std::move(stages)) {
  at_zero_ = moments(0).first;
  slope_ = moments(1).first - at_zero_;
  const double unit = at_zero_ > 0 ? at_zero_ / slope_ : 1;
  const auto variance = [&](double q) { return moments(q).second - square(moments(q).first); };
  const double v0 = variance(0), v1 = variance(unit), v2 = variance(2 * unit);
  variance_ = {v0, (4 * v1 - v2 - 3 * v0) / (2 * unit), (v2 - 2 * v1 + v0) / (2 * square(unit))};
  const auto add = [&](double q) {
    original_.push_back(q);
    const double low = quantile(q, kTail), high = quantile(q, 1 - kTail);
    low_.push_back(low_.empty() ? low : std::max(low, low_.back()));
    high_.push_back(high_.empty() ? high : std::max(high, high_.back()));
  };
  add(0);
  if (at_zero_ == 0) add(1);  // without errors all is in proportion
  for (int i = 0; at_zero_ > 0 && i < kPoints; ++i) add(unit * kLeast * std::pow(kMost / kLeast, i / (kPoints - 1.0)));
}

SquareLaw::Moments SquareLaw::moments(double original) const {
  double a = original, b = square(original), c = original * b;
  for (const Stage& stage : stages_) {
    if (stage.k > 0) {
      // q' = scale q B / E B: k B is chi-square with k degrees of freedom, or B is Beta(k/2, (m - k)/2).
      const double k = stage.k, m = stage.m, s = stage.scale;
      const double two = m > 0 ? (k + 2) * m / (k * (m + 2)) : (k + 2) / k;
      const double three = m > 0 ? two * (k + 4) * m / (k * (m + 4)) : two * (k + 4) / k;
      a *= s, b *= s * s * two, c *= s * s * s * three;
    }
    const Errors& e = stage.errors;
    if (e.power == 0) continue;
    // |w + e|^2 given q = |w|^2 has the cumulants q + tr E, 4 w'Ew + 2 tr E^2 and 24 w'E^2w + 8 tr E^3 for Gaussian errors. The
    // direction of w is not known: w'Ew is taken as q tr E^2 / tr E, which is exact for equal variances, right on average where
    // these are in proportion to the data's, and too large otherwise.
    const double each = e.squares / e.power, p = e.power, v = 2 * e.squares + e.fourth;
    const double third = c + 3 * p * b + 3 * p * p * a + p * p * p + 3 * (4 * each * b + (v + 4 * each * p) * a + v * p) +
                         24 * each * each * a + 8 * e.cubes;
    b = b + 2 * p * a + p * p + 4 * each * a + v;
    a += p;
    c = third;
  }
  return {a, b, c};
}

double SquareLaw::quantile(double original, double share) const {
  const Moments m = moments(original);
  const double variance = m.second - square(m.first);
  // Rounding leaves this much of a variance that is none.
  if (!(variance > 1e-14 * m.second)) return m.first;
  if (stages_.size() == 1 && at_zero_ == 0 && stages_[0].m > 0)  // one orthonormal projection, exactly
    return slope_ * original * stages_[0].m / stages_[0].k *
           boost::math::ibeta_inv(stages_[0].k / 2, (stages_[0].m - stages_[0].k) / 2, share);
  const double skew = (m.third - 3 * m.first * m.second + 2 * m.first * square(m.first)) / std::pow(variance, 1.5);
  if (skew < 1e-3) return m.first + (share < 0.5 ? -kNormal : kNormal) * std::sqrt(variance);
  // A gamma law moved to the same mean, variance and skewness (Pearson 1959): exact for one Gaussian projection, three digits
  // for a noncentral chi-square. Where it would begin above 0, which a squared length does not, or has this quantile below 0,
  // one that begins at 0.
  const double shape = 4 / square(skew), unit = std::sqrt(variance) * skew / 2, start = m.first - shape * unit;
  const double found = start + unit * boost::math::gamma_p_inv(shape, share);
  if (start > 0 || !(found > 0)) return variance / m.first * boost::math::gamma_p_inv(square(m.first) / variance, share);
  return found;
}

Bounds SquareLaw::estimate(double released, double noise) const {
  // Errors n times as large are errors of 1 in a length measured in units of n.
  const double unit = at_zero_ > 0 ? noise : 1;
  if (!(unit > 0)) return {.value = released / slope_};  // never asked for by a release that has errors
  const double q = released / unit, value = (q - at_zero_) / slope_;
  // No original gives less than one of length 0. The square of an unbiased estimate is too large by its variance, and so is
  // what follows from it.
  const double raw = variance_[0] + variance_[1] * value + variance_[2] * square(value);
  const double variance = std::max(raw, variance_[0]) / (1 + variance_[2] / square(slope_)) / square(slope_);
  const double low = look_up(high_, original_, q), high = look_up(low_, original_, q);
  return {unit * value, unit * std::sqrt(variance), unit * std::max(0.0, std::min(low, value)),
          unit * std::max({high, value, 0.0})};
}

}  // namespace guise::release
