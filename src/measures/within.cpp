// SPDX-License-Identifier: Apache-2.0
// Share of entries with |x - guess| within a tolerance in standard deviations of the attribute. Wilson's interval.
#include "measures/figure.h"

namespace guise::measures::figures {
namespace {

Figure compute(const Comparison& comparison) {
  return share_figure(comparison, kWithin, [](const auto& sums, std::size_t key) { return sums.within[key]; });
}

}  // namespace

extern const Measure within = {.name = "within",
                               .summary = "share of entries guessed to a part of the standard deviation",
                               .paper = "",
                               .headline = true,
                               .compute = compute};

}  // namespace guise::measures::figures
