// SPDX-License-Identifier: Apache-2.0
#include "mining/intervals.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

namespace guise::mining {
namespace {

constexpr double kTail = 0.025, kNormal = 1.959963984540054;
constexpr double kFew = 3;  // cases, up to which Wilson's interval of a share ends too near to it

double t_quantile(double freedom) {
  return boost::math::quantile(boost::math::students_t(std::max(1.0, freedom)), 1 - kTail);
}

void add_interval(Estimate& of, double quantile) {
  of.low = of.value - quantile * of.error;
  of.high = of.value + quantile * of.error;
}

}  // namespace

void add_t_interval(Estimate& of, double freedom) {
  add_interval(of, t_quantile(freedom));
}

void add_normal_interval(Estimate& of) {
  add_interval(of, kNormal);
}

Interval variance_interval(double whole, double less, double error) {
  if (!(error > 0 && whole > 0)) return {std::max(0.0, whole - less), std::max(0.0, whole - less)};
  const double half = square(whole / error);  // half the degrees of freedom
  return {std::max(0.0, whole * half / boost::math::gamma_q_inv(half, kTail) - less),
          std::max(0.0, whole * half / boost::math::gamma_p_inv(half, kTail) - less)};
}

Interval correlation_interval(double r, double error, double freedom) {
  const double t = t_quantile(freedom), across = 1 - square(r);
  if (!(across > 1e-12)) return {std::max(-1.0, r - t * error), std::min(1.0, r + t * error)};
  const double middle = std::atanh(r), reach = t * error / across;
  return {std::tanh(middle - reach), std::tanh(middle + reach)};
}

Interval share_interval(double share, double count) {
  const auto least_of_few = [](double s) { return s > 0 && s <= kFew ? boost::math::gamma_p_inv(s, 2 * kTail) : s; };
  const double z = square(kNormal), middle = (share + z / (2 * count)) / (1 + z / count);
  const double reach = kNormal / (1 + z / count) * std::sqrt(share * (1 - share) / count + z / (4 * square(count)));
  const double few = least_of_few(share * count) / count, nearly_all = 1 - least_of_few((1 - share) * count) / count;
  return {std::max(0.0, std::min(middle - reach, few)), std::min(1.0, std::max(middle + reach, nearly_all))};
}

}  // namespace guise::mining
