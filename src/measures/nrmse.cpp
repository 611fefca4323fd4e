// SPDX-License-Identifier: Apache-2.0
// Error over the standard deviation of the truth (population form), so that guessing the mean scores exactly 1.
// Pooled: the root of the mean over attributes of MSE / variance. Its interval is that of a ratio: the variance is of the
// same records.
#include "measures/figure.h"

namespace guise::measures::figures {
namespace {

Figure compute(const Comparison& comparison) {
  return error_figure(comparison, true);
}

}  // namespace

extern const Measure nrmse = {.name = "nrmse",
                              .summary = "error in standard deviations of the attribute: 1 is guessing the mean",
                              .paper = "",
                              .headline = true,
                              .compute = compute};

}  // namespace guise::measures::figures
