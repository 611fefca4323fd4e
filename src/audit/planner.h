// SPDX-License-Identifier: Apache-2.0
// Who attacks which mask with what: every attacker learns its attacks from what it is told.
#pragma once
#include <limits>

#include "audit/passes.h"
#include "audit/told.h"

namespace guise::audit {

/// One attack by one attacker on one mask, drawn with all keys.
struct Task {
  std::size_t mask, attacker;
  std::string who = {};  ///< Attacker::text()
  std::string spec;
  std::string reading;  ///< of a given release whose mask is unknown
  std::string reason;   ///< why it says nothing, where it does not
  std::vector<std::string> notes;
  std::vector<std::size_t> guessers;  ///< of every key that could be attacked
  std::vector<Found> found;
  bool by_luck = false;  ///< it draws a matrix of its own
};

/// A guess that leaves the release alone, by everybody who knows these columns.
struct Unaided {
  std::vector<std::string> known;  ///< Attacker::known_texts()
  std::string name;
  bool uses_side;  ///< looks at columns in clear; a constant does not
  std::size_t guesser;
};

struct Plan {
  std::vector<Task> tasks;
  std::vector<Unaided> unaided;
  Guessers guessers;
};

struct PlanScope {
  int most_keys = std::numeric_limits<int>::max();  ///< of every mask so many of the keys, the first ones
  const Plan* learnt = nullptr;                     ///< what was learnt of the same releases before is taken from there
  bool unaided = true;                              ///< also guesses that leave the release alone: the same for all keys
};
Plan plan_attacks(const Request&, const Variants&, const Told&, const std::vector<Attacker>&, const PlanScope& scope = {});

}  // namespace guise::audit
