// SPDX-License-Identifier: Apache-2.0
// Mutual information of truth and guess as if they were jointly Gaussian: -1/2 log2(1 - corr^2) bits per entry. In doubles
// 1 - corr^2 is not told from 0 below 2^-52, so 26 bits stand for "all of it". Pooled: the mean over attributes.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "measures/figure.h"

namespace guise::measures::figures {
namespace {

constexpr double kMostBits = 26;

double bits(double unexplained_share) {
  return unexplained_share > 0 ? std::min(kMostBits, -0.5 * std::log2(unexplained_share)) : kMostBits;
}

Value interval_of(const Comparison& comparison, std::size_t attribute) {
  const Value left = unexplained(comparison, attribute);
  return {bits(left.value), std::isnan(left.high) ? kNothing : bits(left.high),
          std::isnan(left.low) ? kNothing : bits(left.low)};
}

Estimate bits_estimate(const Comparison& comparison, std::size_t attribute) {
  const Estimate r = correlation(comparison, attribute);
  const double left = 1 - square(r.value), value = bits(left);
  return function_of(r, value, value < kMostBits ? r.value / (left * std::numbers::ln2) : 0);
}

Figure compute(const Comparison& comparison) {
  return averaged(comparison, {},
                  {.one = [&](std::size_t j, std::size_t) { return interval_of(comparison, j); },
                   .estimate = [&](std::size_t j, std::size_t) { return bits_estimate(comparison, j); },
                   .pooled =
                       [&](const Estimate& mean, std::size_t) {
                         const double half = half_width(mean, comparison.records());
                         return Value{mean.value, std::max(0.0, mean.value - half), mean.value + half};
                       }});
}

}  // namespace

extern const Measure information = {.name = "information",
                                    .summary = "bits about an entry that the guess carries, were both Gaussian",
                                    .paper = "",
                                    .headline = false,
                                    .compute = compute};

}  // namespace guise::measures::figures
