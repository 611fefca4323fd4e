// SPDX-License-Identifier: Apache-2.0
// Recovery rate: share of entries with |x - guess| <= epsilon |x|. Sang, Shen and Tian (2012), Definition 3, which divides by x
// and so has no value where x is 0; multiplied out, such an entry is recovered by guessing 0, or what rounding makes of it (a
// billionth of the standard deviation). Wilson's interval.
#include "measures/figure.h"

namespace guise::measures::figures {
namespace {

Figure compute(const Comparison& comparison) {
  return share_figure(comparison, kRecovery, [](const auto& sums, std::size_t key) { return sums.recovered[key]; });
}

}  // namespace

extern const Measure recovery = {.name = "recovery",
                                 .summary = "share of entries guessed to a part of their own size",
                                 .paper = "Sang, Shen and Tian 2009, Definition 3",
                                 .headline = true,
                                 .compute = compute};

}  // namespace guise::measures::figures
