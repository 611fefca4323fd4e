// SPDX-License-Identifier: Apache-2.0
// An attacker with all that another one has gets no less.
#include <algorithm>
#include <tuple>

#include "audit/score.h"

namespace guise::audit {

void take_over(AttackerResult& result, const AttackerResult& part, const Thresholds& thresholds) {
  const auto place_of = [&](const Trial& trial) {
    const auto found =
        std::find_if(result.trials.begin(), result.trials.end(), [&](const Trial& each) { return same_attack(each, trial); });
    return static_cast<std::size_t>(found - result.trials.begin());
  };
  for (const Criterion& theirs : part.criteria) {
    const std::string& column = theirs.column == Criterion::kAll ? std::string() : part.columns[theirs.column];
    const auto found = std::find(result.columns.begin(), result.columns.end(), column);
    if (theirs.column != Criterion::kAll && found == result.columns.end()) continue;
    const std::size_t at =
        theirs.column == Criterion::kAll ? theirs.column : static_cast<std::size_t>(found - result.columns.begin());
    for (Criterion& own : result.criteria) {
      if (own.risk != theirs.risk || own.column != at) continue;
      // A success comes first: intervals are wider for an attacker with more attacks to correct for.
      const Spread gained = excess(own.risk, theirs.value, own.baseline);
      const Criterion::Decision decision = own.risk == Risk::exact ? own.decision : decide(own.risk, gained, thresholds);
      const bool succeeds = decision == Criterion::Decision::passes, succeeded = own.decision == Criterion::Decision::passes;
      if (std::pair(succeeds, theirs.value.value) <= std::pair(succeeded, own.value.value)) continue;
      const std::size_t trial = place_of(part.trials[theirs.trial]);
      if (trial == result.trials.size()) continue;
      own.value = theirs.value;
      own.attack = theirs.attack;
      own.trial = trial;
      own.excess = gained;
      own.decision = std::max(own.decision, decision);
    }
  }
  if (part.worst < 0 || part.columns != result.columns) return;
  const Trial& theirs = part.trials[static_cast<std::size_t>(part.worst)];
  const std::size_t place = place_of(theirs);
  // Whether a trial succeeded is comparable where both have the same without the release.
  const bool comparable = part.baseline.size() == result.baseline.size() && part.baseline.isApprox(result.baseline);
  const auto rank = [&](const Trial& trial) {
    return std::pair(comparable && trial.status != Status::succeeded, trial.calibrated.value);
  };
  if (result.worst >= 0 && !(rank(theirs) < rank(result.trials[static_cast<std::size_t>(result.worst)]))) return;
  if (place == result.trials.size()) return;
  Trial& own = result.trials[place];
  const auto [linked, grouped, found] = std::tuple(own.linked, own.grouped, own.found);
  own = theirs;
  own.linked = linked;  // whom it finds are the records that the attacker itself looks for
  own.grouped = grouped;
  own.found = found;
  result.worst = static_cast<int>(place);
}

}  // namespace guise::audit
