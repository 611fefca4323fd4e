// SPDX-License-Identifier: Apache-2.0
// Variance of the difference, Var(x - guess) / sd^2: the privacy of an attribute in Chen and Liu (ICDM 2005). Pooled: the least
// of the attributes, their "minimum privacy guarantee" with equal weights. It ignores bias (a guess that is off by a constant
// scores 0) and rewards wrong signs (the reflected truth scores 4, though it tells everything): read it beside `residual`.
// Paper 003 describes it as a difference of covariances, which it is not. The least of several has no interval: which attribute
// it is is luck too, and that of the one found held 99 of 100.
#include "measures/figure.h"

namespace guise::measures::figures {
namespace {

Figure compute(const Comparison& comparison) {
  Figure figure{{}, {Value{}}, std::vector<std::vector<Value>>(comparison.attributes().size(), {Value{}})};
  Value& least = figure.pooled[0];
  for (std::size_t j = 0; j < figure.attributes.size(); ++j) {
    if (!counts(comparison, j)) continue;
    figure.attributes[j][0] = positive(difference_variance(comparison, j), comparison.records());
    if (!(figure.attributes[j][0].value >= least.value)) least.value = figure.attributes[j][0].value;
  }
  return figure;
}

}  // namespace

extern const Measure vod = {.name = "vod",
                            .summary = "variance of truth - guess in that of the attribute; pooled, the least",
                            .paper = "Chen and Liu 2005",
                            .headline = false,
                            .compute = compute};

}  // namespace guise::measures::figures
