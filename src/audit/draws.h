// SPDX-License-Identifier: Apache-2.0
// The records that attackers are told of, drawn by key before anything is masked. Samples of different sizes are nested.
// None of them is scored, for any attacker; those of other people are not even in the release.
#pragma once
#include <vector>

#include "audit/attacker.h"
#include "audit/audit.h"
#include "table/transform.h"

namespace guise::audit {

struct Draws {
  std::vector<Attacker> attackers;               ///< with their numbers filled in
  Matrix population = {};                        ///< originals of other people, in the order in which they are given away
  std::vector<std::int64_t> held_out = {};       ///< their record numbers, rising: left out of the release
  Matrix known = {};                             ///< originals of records that are in the release, in that order
  Matrix known_read = {};                        ///< the same with a given release beside them, as they were read
  std::vector<std::int64_t> known_records = {};  ///< their numbers, in that order
  Index known_of_one = 0;                        ///< so many of them are the most that one attacker knows
  std::vector<std::int64_t> unscored = {};       ///< the same, rising
  /// Further people of the release, for as many more attackers who know some of them: whom these link says how many are linked
  /// more precisely. Nobody's guesses rest on them, so that they are scored.
  Matrix sought_read = {};
  std::vector<std::int64_t> sought_records = {};

  /// The places of the first `count` records that an attacker knows beside the release of this key: with every key others, as
  /// far as they go, so that figures over the keys tell how lucky the draw of them was. Of fewer records the same first ones.
  std::vector<Index> known_with(int key, std::int64_t count) const;

  /// Marks the records that are not in the release as dropped.
  void hold_out(table::Chunk& chunk) const;
};

/// So many known people are looked for over all keys: where none of them is linked, fewer than one in twenty are, with 95 %,
/// for the best of three attacks.
constexpr std::int64_t kPeople = 100;
/// Attackers who know `count` records that are played with each key to look for so many people.
std::int64_t attackers_per_key(std::int64_t count, int keys);

/// One pass over the table, unless nobody is told of records. `others`: so many originals of other people are wanted anyway.
Draws draw(const table::Table& originals, const Request& request, const std::vector<Attacker>& attackers,
           std::int64_t others = 0);

}  // namespace guise::audit
