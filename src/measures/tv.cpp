// SPDX-License-Identifier: Apache-2.0
// Total variation between the distributions of truth and guess: half the sum of |p - q| over at most 64 common cells. A utility
// figure: how much of one distribution must move to make the other. Pooled: the mean over attributes.
#include "measures/figure.h"
#include "stats/distances.h"

namespace guise::measures::figures {
namespace {

Figure compute(const Comparison& comparison) {
  return averaged(comparison, [&](std::size_t j) {
    const Comparison::Attribute& attribute = comparison.attributes()[j];
    return stats::total_variation(attribute.truth, attribute.guess);
  });
}

}  // namespace

extern const Measure tv = {.name = "tv",
                           .summary = "total variation between the distributions of truth and guess",
                           .paper = "",
                           .headline = false,
                           .compute = compute};

}  // namespace guise::measures::figures
