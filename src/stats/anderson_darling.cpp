// SPDX-License-Identifier: Apache-2.0
#include "stats/anderson_darling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace guise::stats {
namespace {

constexpr Index kLeastRecords = 8;  // below, the formulas for the p-value are not good

/// ln of the normal distribution function; the lower tail by its asymptotic series where erfc is 0.
double log_normal_cdf(double z) {
  if (z > -37) return std::log(0.5 * std::erfc(-z * std::numbers::sqrt2 / 2));
  return -z * z / 2 - std::log(-z * std::sqrt(2 * std::numbers::pi)) - 1 / (z * z);
}

double p_value(double a) {
  const double a2 = a * a;
  if (a >= 10) return 0;  // 3.7e-24; further out the formula would turn back
  if (a >= 0.6) return std::exp(1.2937 - 5.709 * a + 0.0186 * a2);
  if (a >= 0.34) return std::exp(0.9177 - 4.279 * a - 1.38 * a2);
  if (a >= 0.2) return 1 - std::exp(-8.318 + 42.796 * a - 59.938 * a2);
  return 1 - std::exp(-13.436 + 101.14 * a - 223.73 * a2);
}

}  // namespace

AndersonDarling anderson_darling(const Vector& sample) {
  const Index count = sample.size();
  const double n = static_cast<double>(count);
  Vector z = count > 0 ? Vector(sample.array() - sample[0]) : Vector();
  if (count > 0) z.array() -= z.mean();
  const double sd = std::sqrt(z.squaredNorm() / (n - 1));
  if (count < kLeastRecords || !(sd > 0)) return {std::numeric_limits<double>::infinity(), 0};
  z /= sd;
  std::sort(z.begin(), z.end());
  double sum = 0;
  for (Index i = 0; i < count; ++i)
    sum += static_cast<double>(2 * i + 1) * (log_normal_cdf(z[i]) + log_normal_cdf(-z[count - 1 - i]));
  const double statistic = -n - sum / n;
  return {statistic, p_value(statistic * (1 + 0.75 / n + 2.25 / (n * n)))};
}

}  // namespace guise::stats
