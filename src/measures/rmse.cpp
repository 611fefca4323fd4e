// SPDX-License-Identifier: Apache-2.0
// Root of the mean squared error. Pooled: over all entries of the attributes that vary (the m.s.e. of paper 002, section 7).
#include "measures/figure.h"

namespace guise::measures::figures {
namespace {

Figure compute(const Comparison& comparison) {
  return error_figure(comparison, false);
}

}  // namespace

extern const Measure rmse = {.name = "rmse",
                             .summary = "root of the mean squared error, in the attribute's units",
                             .paper = "Huang, Du and Chen 2005, section 7",
                             .headline = true,
                             .compute = compute};

}  // namespace guise::measures::figures
