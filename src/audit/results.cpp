// SPDX-License-Identifier: Apache-2.0
#include "audit/results.h"

#include <algorithm>

#include "audit/inclusion.h"
#include "audit/score.h"

namespace guise::audit {

std::vector<Index> scored_columns(const Attacker& attacker, const std::vector<std::string>& columns) {
  std::vector<bool> exact(columns.size(), false);
  for (std::size_t i = 0; i < attacker.known.size(); ++i)
    if (attacker.error(i) == 0) exact[static_cast<std::size_t>(positions({attacker.known[i]}, columns).front())] = true;
  std::vector<Index> scored;
  for (std::size_t j = 0; j < columns.size(); ++j)
    if (!exact[j]) scored.push_back(static_cast<Index>(j));
  return scored;
}

AttackerResult result_of(std::size_t mask, std::size_t a, const std::vector<Attacker>& attackers, const Plan& plan,
                         const std::vector<Compared>& compared, const std::vector<std::string>& columns) {
  AttackerResult result{.attacker = attackers[a], .columns = {}, .baseline = {}, .trials = {}};
  const std::vector<Index> scored = scored_columns(attackers[a], columns);
  for (const Index j : scored) result.columns.push_back(columns[static_cast<std::size_t>(j)]);
  result.baseline = Vector::Ones(static_cast<Index>(scored.size()));
  const auto compare = [&](Trial& trial, std::size_t guesser) {
    trial.by_key.push_back(compared[guesser].report.select(scored));
    trial.choice.push_back(compared[guesser].choice.select(scored));
  };
  for (const Unaided& unaided : plan.unaided) {
    if (unaided.known != attackers[a].known_texts()) continue;
    Trial trial{.attack = unaided.name, .reason = {}, .notes = {}, .by_key = {}, .nrmse = {}, .residual = {}};
    trial.unaided = true;
    compare(trial, unaided.guesser);
    if (unaided.uses_side) result.trials.push_back(trial);  // an attacker can always leave the release alone
    result.without.push_back(std::move(trial));
  }
  const auto add = [&](const Task& task) {
    Trial trial{.attack = task.spec, .reason = task.reason, .notes = task.notes, .by_key = {}, .nrmse = {}, .residual = {}};
    trial.attacker = task.attacker;
    trial.reading = task.reading;
    trial.by_luck = task.by_luck;
    for (const std::size_t guesser : task.guessers) compare(trial, guesser);
    // Whom it finds are the records that the attacker itself looks for.
    const auto own =
        std::find_if(result.trials.begin(), result.trials.end(), [&](const Trial& each) { return same_attack(each, trial); });
    if (task.attacker == a)
      trial.found = task.found;
    else if (own != result.trials.end())
      trial.found = own->found;
    result.trials.push_back(std::move(trial));
  };
  for (const bool own : {true, false})
    for (const Task& task : plan.tasks)
      if (task.mask == mask && (task.attacker == a) == own && includes(attackers[a], attackers[task.attacker])) add(task);
  return result;
}

}  // namespace guise::audit
