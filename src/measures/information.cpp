// SPDX-License-Identifier: Apache-2.0
// Mutual information of truth and guess as if they were jointly Gaussian: -1/2 log2(1 - corr^2) bits per entry. In doubles
// 1 - corr^2 is not told from 0 below 2^-52, so 26 bits stand for "all of it". Pooled: the mean over attributes.
#include <algorithm>
#include <cmath>

#include "measures/figure.h"

namespace guise::measures::figures {
namespace {

constexpr double kMostBits = 26;

double bits(double unexplained_share) {
  return unexplained_share > 0 ? std::min(kMostBits, -0.5 * std::log2(unexplained_share)) : kMostBits;
}

Figure compute(const Comparison& comparison) {
  return averaged(comparison, [&](std::size_t j) {
    const Value left = unexplained(comparison, j);
    return Value{bits(left.value), std::isnan(left.high) ? kNothing : bits(left.high),
                 std::isnan(left.low) ? kNothing : bits(left.low)};
  });
}

}  // namespace

extern const Measure information = {.name = "information",
                                    .summary = "bits about an entry that the guess carries, were both Gaussian",
                                    .paper = "",
                                    .headline = false,
                                    .compute = compute};

}  // namespace guise::measures::figures
