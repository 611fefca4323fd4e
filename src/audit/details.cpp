// SPDX-License-Identifier: Apache-2.0
#include "audit/details.h"

#include <algorithm>
#include <map>
#include <optional>

#include "audit/curves.h"
#include "audit/results.h"

namespace guise::audit {
namespace {

/// A guesser and the columns it is scored in: one attack is often the worst of several attackers.
using Place = std::pair<std::size_t, std::vector<Index>>;

/// Where the worst attack of an attacker was planned: with the first key. Nowhere when it could be run with later keys only.
std::optional<Place> place_of(const AttackerResult& attacker, std::size_t mask, const Plan& plan,
                              const std::vector<std::string>& columns) {
  const Trial& worst = attacker.trials[static_cast<std::size_t>(attacker.worst)];
  const auto task = std::find_if(plan.tasks.begin(), plan.tasks.end(), [&](const Task& each) {
    return each.mask == mask && each.attacker == worst.attacker && each.spec == worst.attack && each.reading == worst.reading;
  });
  if (task == plan.tasks.end() || task->guessers.empty()) return {};
  return Place{task->guessers.front(), scored_columns(attacker.attacker, columns)};
}

/// The same looks with the records that are most exposed in the whole table.
void expose_all(std::map<Place, Look>& looks, const table::Table& originals, const LookedAt& at, const Plan& plan) {
  std::vector<const Guesser*> guessers;
  std::vector<std::vector<Index>> scored;
  for (const auto& [place, each] : looks) {
    guessers.push_back(plan.guessers[place.first].get());
    scored.push_back(place.second);
  }
  auto found = expose(originals, at.request, at.variants, at.draws, at.pass.truth, guessers, scored);
  std::size_t i = 0;
  for (auto& [place, each] : looks) {
    each.exposed = std::move(found[i++]);
    each.exposed_of_all = true;
  }
}

}  // namespace

void add_details(Result& result, const table::Table& originals, const LookedAt& at, const Plan& plan) {
  std::map<Place, Look> looks;
  std::vector<std::pair<AttackerResult*, Place>> wanted;
  for (std::size_t m = 0; m < result.masks.size(); ++m)
    for (AttackerResult& attacker : result.masks[m].attackers) {
      if (attacker.worst < 0 || attacker.trials[static_cast<std::size_t>(attacker.worst)].unaided) continue;
      std::optional<Place> place = place_of(attacker, m, plan, result.columns);
      if (!place) continue;
      if (!looks.contains(*place))
        looks.emplace(*place, look(at, *plan.guessers[place->first], attacker.trials[static_cast<std::size_t>(attacker.worst)],
                                   place->second, at.request.rng.fork("look")));
      wanted.emplace_back(&attacker, std::move(*place));
    }
  if (at.request.exposed > 0) expose_all(looks, originals, at, plan);
  for (const auto& [attacker, place] : wanted) attacker->look = looks.at(place);
  std::vector<std::vector<Curve>> found = curves(at, at.draws.attackers, plan);
  for (std::size_t m = 0; m < result.masks.size(); ++m) result.masks[m].curves = std::move(found[m]);
}

}  // namespace guise::audit
