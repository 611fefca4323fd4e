// SPDX-License-Identifier: Apache-2.0
// Kolmogorov and Smirnov's distance between the distributions of truth and guess. Pooled: the mean over attributes.
#include "measures/figure.h"
#include "stats/distances.h"

namespace guise::measures::figures {
namespace {

Figure compute(const Comparison& comparison) {
  return averaged(comparison, [&](std::size_t j) {
    const Comparison::Attribute& attribute = comparison.attributes()[j];
    return stats::kolmogorov_smirnov(attribute.truth, attribute.guess).statistic;
  });
}

}  // namespace

extern const Measure ks = {.name = "ks",
                           .summary = "largest gap between the distribution functions of truth and guess",
                           .paper = "",
                           .headline = false,
                           .compute = compute};

}  // namespace guise::measures::figures
