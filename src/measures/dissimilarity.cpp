// SPDX-License-Identifier: Apache-2.0
// Correlation dissimilarity Dis of paper 002, Definition 8.1, as a root mean square over the pairs of attributes. The
// definition as printed divides outside of the root and shrinks with the number of attributes: see dissimilarity_literal.
#include <cmath>

#include "measures/figure.h"

namespace guise::measures::figures {
namespace {

Figure compute(const Comparison& comparison) {
  const CorrelationGap gap = correlation_gap(comparison);
  return {{}, {{.value = gap.pairs == 0 ? kNothing : std::sqrt(gap.squares / static_cast<double>(gap.pairs))}}, {}};
}

}  // namespace

extern const Measure dissimilarity = {.name = "dissimilarity",
                                      .summary = "root mean square difference between the correlations of truth and guess",
                                      .paper = "Huang, Du and Chen 2005, Definition 8.1",
                                      .headline = false,
                                      .compute = compute};

}  // namespace guise::measures::figures
