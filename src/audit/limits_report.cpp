// SPDX-License-Identifier: Apache-2.0
// Limits as sentences and as JSON.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "audit/limits.h"
#include "audit/look_json.h"
#include "base/text.h"

namespace guise::audit {
namespace {

using nlohmann::json;

/// "within0.1 of `income` is 0.31 (95 % interval up to 0.33) by bayes of the outsider"
std::string found(const Checked& checked) {
  const Limit& limit = checked.limit;
  if (limit.kind == Limited::epsilon)
    return std::isnan(checked.worst.value)
               ? "there is no formal guarantee"
               : fmt::format("epsilon is {:.4g} at delta = {}", checked.worst.value, release::kStatedDelta);
  if (!checked.assessed)
    return fmt::format("no attacker tried measures {}, and what was not tested has not passed", limit.figure);
  if (checked.partial && !(checked.worst.high > limit.value))
    return "only some of the attacks were tried, and what was not tested has not passed";
  if (std::isnan(checked.worst.value)) return "no attacker learns more than prior knowledge already reveals";
  const std::string of = checked.attribute.empty() ? "" : fmt::format(" of `{}`", checked.attribute);
  return fmt::format("{}{} is {:.3g} (95 % interval up to {:.3g}) by {} of {}", limit.figure, of, checked.worst.value,
                     checked.worst.high, checked.attack, checked.attacker);
}

}  // namespace

std::string limits_text(const std::vector<Checked>& checked) {
  std::string out;
  for (const Checked& each : checked)
    out += wrap(fmt::format("{} the limit {} under {}: {}.", each.exceeded ? "Over" : "Within", each.limit.text(), each.mask,
                            found(each)),
                2);
  return out;
}

json limits_json(const std::vector<Checked>& checked) {
  json out = json::array();
  for (const Checked& each : checked) {
    json entry{{"figure", each.limit.figure},
               {"limit", each.limit.value},
               {"worst", number(each.worst.value)},
               {"ci", {number(each.worst.low), number(each.worst.high)}},
               {"mask", each.mask},
               {"attribute", each.attribute.empty() ? json(nullptr) : json(each.attribute)},
               {"exceeded", each.exceeded}};
    if (!each.attacker.empty()) entry.update({{"attacker", each.attacker}, {"attack", each.attack}});
    out.push_back(std::move(entry));
  }
  return out;
}

}  // namespace guise::audit
