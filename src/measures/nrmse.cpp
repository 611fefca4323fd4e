// SPDX-License-Identifier: Apache-2.0
// Error over the standard deviation of the truth (population form), so that guessing the mean scores exactly 1.
// Pooled: the root of the mean over attributes of MSE / variance. The variance is that of the table and has no interval of its
// own.
#include "measures/figure.h"

namespace guise::measures::figures {
namespace {

Figure compute(const Comparison& comparison) {
  Figure figure{{}, {root(pooled_squared_error(comparison, true))}, {}};
  for (std::size_t j = 0; j < comparison.attributes().size(); ++j)
    figure.attributes.push_back({root(mean_squared_error(comparison, j, true))});
  return figure;
}

}  // namespace

extern const Measure nrmse = {.name = "nrmse",
                              .summary = "error in standard deviations of the attribute: 1 is guessing the mean",
                              .paper = "",
                              .headline = true,
                              .compute = compute};

}  // namespace guise::measures::figures
