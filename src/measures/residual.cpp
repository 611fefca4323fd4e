// SPDX-License-Identifier: Apache-2.0
// 1 - corr^2: what is left of the variance once the guess has been rescaled in the best way. 1 for a constant guess, 0 for any
// linear function of the truth. Pooled: the mean over attributes.
#include <algorithm>

#include "measures/figure.h"

namespace guise::measures::figures {
namespace {

Estimate residual_estimate(const Comparison& comparison, std::size_t attribute) {
  const Estimate r = correlation(comparison, attribute);
  return function_of(r, 1 - square(r.value), -2 * r.value);
}

Figure compute(const Comparison& comparison) {
  return averaged(comparison, {},
                  {.one = [&](std::size_t j, std::size_t) { return unexplained(comparison, j); },
                   .estimate = [&](std::size_t j, std::size_t) { return residual_estimate(comparison, j); },
                   .pooled =
                       [&](const Estimate& mean, std::size_t) {
                         const Value value = positive(mean, comparison.records());
                         return Value{value.value, value.low, std::min(1.0, value.high)};
                       }});
}

}  // namespace

extern const Measure residual = {.name = "residual",
                                 .summary = "share of the variance that the guess does not explain, 1 - corr^2",
                                 .paper = "",
                                 .headline = true,
                                 .compute = compute};

}  // namespace guise::measures::figures
