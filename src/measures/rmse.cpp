// SPDX-License-Identifier: Apache-2.0
// Root of the mean squared error. Pooled: over all entries of the attributes that vary (the m.s.e. of paper 002, section 7).
#include "measures/figure.h"

namespace guise::measures::figures {
namespace {

Figure compute(const Comparison& comparison) {
  Figure figure{{}, {root(pooled_squared_error(comparison, false))}, {}};
  for (std::size_t j = 0; j < comparison.attributes().size(); ++j)
    figure.attributes.push_back({root(mean_squared_error(comparison, j, false))});
  return figure;
}

}  // namespace

extern const Measure rmse = {.name = "rmse",
                             .summary = "root of the mean squared error, in the attribute's units",
                             .paper = "Huang, Du and Chen 2005, section 7",
                             .headline = true,
                             .compute = compute};

}  // namespace guise::measures::figures
