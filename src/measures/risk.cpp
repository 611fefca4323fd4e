// SPDX-License-Identifier: Apache-2.0
#include "measures/risk.h"

#include <algorithm>
#include <cmath>

#include "measures/figure.h"

namespace guise::measures {

std::string_view risk_status_name(RiskStatus status) {
  constexpr std::string_view names[] = {"at risk", "no excess", "attack no better than guessing", "not assessed"};
  return names[static_cast<int>(status)];
}

Value excess(const Tally& attack, const Tally& control, double least_half) {
  if (attack.attacks == 0 || control.attacks == 0) return {};
  const auto rate = [](const Tally& tally) {
    return wilson(static_cast<double>(tally.successes), static_cast<double>(tally.attacks));
  };
  const Wilson a = rate(attack), c = rate(control);
  const double open = 1 - c.middle;  // above 0: the middle never reaches 1
  const double value = (a.middle - c.middle) / open;
  const double half = std::max(least_half, std::hypot(a.half / open, c.half * (a.middle - 1) / square(open)));
  return {value, value - half, std::min(1.0, value + half)};  // more than all of what is open there is not
}

Risk risk_of(const Tally& attack, const Tally& control, const Tally& baseline, double least_half) {
  Risk out{.attack = attack, .control = control, .baseline = baseline, .risk = excess(attack, control, least_half)};
  if (std::isnan(out.risk.value)) return out;
  if (!(excess(attack, baseline, least_half).low > 0))
    out.status = RiskStatus::no_better_than_guessing;
  else
    out.status = out.risk.low > 0 ? RiskStatus::at_risk : RiskStatus::no_excess;
  return out;
}

std::vector<NamedRisk> risks_of(const Targets& targets, const random::Rng& rng, int attacks) {
  return {{"singling out", "some attributes of the guess describe exactly one person",
           singling_out(targets, rng.fork("single"), attacks)},
          {"linkability", "two halves of a person lead to the same guessed record",
           linkability(targets, rng.fork("link"), attacks)},
          {"inference", "the guessed record nearest to a person tells a further attribute",
           inference(targets, rng.fork("infer"), attacks)},
          {"record linkage", "a guessed record is nearest to its own person", record_linkage(targets.truth, targets.guess)}};
}

}  // namespace guise::measures
