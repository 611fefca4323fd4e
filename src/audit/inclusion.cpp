// SPDX-License-Identifier: Apache-2.0
#include "audit/inclusion.h"

#include <algorithm>
#include <numeric>

namespace guise::audit {
namespace {

using attacks::Fact;

/// What follows from what: the whole key holds the shared half, and who knows pairs knows their originals.
bool follows(Fact fact, const AttackerKind& kind) {
  return kind.has(fact) || (fact == Fact::matrix && kind.has(Fact::key)) || (fact == Fact::records && kind.has(Fact::pairs));
}

/// An attacker of this kind with as much of everything as `more` has.
Attacker part_of(const Attacker& more, const AttackerKind& kind, std::int64_t others) {
  Attacker part{.kind = &kind};
  if (kind.has(Fact::columns)) part.known = more.known, part.errors = more.errors;
  if (kind.knows_released())
    part.count = more.count;
  else if (kind.has(Fact::population))
    part.count = std::min(more.others(), others);
  return part;
}

}  // namespace

bool includes(const Attacker& more, const Attacker& less) {
  // Guesses of values are no gain to an attacker who knows them all.
  if (more.kind->everyone || less.kind->everyone) return more == less;
  // A column that is known with an error follows from one that is known with a smaller one.
  const auto known = [&](std::size_t i) {
    const auto same = std::find(more.known.begin(), more.known.end(), less.known[i]);
    return same != more.known.end() && more.error(static_cast<std::size_t>(same - more.known.begin())) <= less.error(i);
  };
  std::vector<std::size_t> columns(less.known.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  return std::all_of(less.kind->facts.begin(), less.kind->facts.end(), [&](Fact fact) { return follows(fact, *more.kind); }) &&
         (!less.kind->has(Fact::repeat) || less.kind->same_key == more.kind->same_key) &&  // two releases of two kinds
         std::all_of(columns.begin(), columns.end(), known) && less.others() <= more.others() &&
         (!less.kind->knows_released() || less.count <= more.count);
}

std::vector<Attacker> lesser(const std::vector<Attacker>& attackers, std::int64_t others) {
  std::vector<Attacker> all = attackers;
  for (const Attacker& more : attackers)
    for (const AttackerKind& kind : all_attackers()) {
      const Attacker part = part_of(more, kind, others);
      if (kind.counts() && part.count == 0) continue;
      if (includes(more, part) && std::find(all.begin(), all.end(), part) == all.end()) all.push_back(part);
    }
  return {all.begin() + static_cast<std::ptrdiff_t>(attackers.size()), all.end()};
}

}  // namespace guise::audit
