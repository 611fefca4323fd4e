// SPDX-License-Identifier: Apache-2.0
// Correlation dissimilarity exactly as paper 002 prints it, sqrt(sum) / (m^2 - m): for comparison with its figure 4.
#include <cmath>

#include "measures/figure.h"

namespace guise::measures::figures {
namespace {

Figure compute(const Comparison& comparison) {
  const CorrelationGap gap = correlation_gap(comparison);
  return {{}, {{.value = gap.pairs == 0 ? kNothing : std::sqrt(gap.squares) / static_cast<double>(gap.pairs)}}, {}};
}

}  // namespace

extern const Measure dissimilarity_literal = {.name = "dissimilarity_literal",
                                              .summary = "the same as printed in the paper, divided outside of the root",
                                              .paper = "Huang, Du and Chen 2005, Definition 8.1",
                                              .headline = false,
                                              .compute = compute};

}  // namespace guise::measures::figures
