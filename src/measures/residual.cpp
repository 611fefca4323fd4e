// SPDX-License-Identifier: Apache-2.0
// 1 - corr^2: what is left of the variance once the guess has been rescaled in the best way. 1 for a constant guess, 0 for any
// linear function of the truth. Interval by Fisher's z. Pooled: the mean over attributes.
#include "measures/figure.h"

namespace guise::measures::figures {
namespace {

Figure compute(const Comparison& comparison) {
  return averaged(comparison, [&](std::size_t j) { return unexplained(comparison, j); });
}

}  // namespace

extern const Measure residual = {.name = "residual",
                                 .summary = "share of the variance that the guess does not explain, 1 - corr^2",
                                 .paper = "",
                                 .headline = true,
                                 .compute = compute};

}  // namespace guise::measures::figures
