// SPDX-License-Identifier: Apache-2.0
// Share of entries with |x - guess| within a tolerance in standard deviations of the attribute. Wilson's interval.
#include <fmt/format.h>

#include "measures/figure.h"

namespace guise::measures::figures {
namespace {

Figure compute(const Comparison& comparison) {
  std::vector<std::string> keys;
  for (const double tolerance : kWithin) keys.push_back(fmt::format("{}", tolerance));
  return averaged(comparison, std::move(keys), [&](std::size_t j, std::size_t key) {
    return share(comparison.attributes()[j].within[key], comparison.records());
  });
}

}  // namespace

extern const Measure within = {.name = "within",
                               .summary = "share of entries guessed to a part of the standard deviation",
                               .paper = "",
                               .headline = true,
                               .compute = compute};

}  // namespace guise::measures::figures
