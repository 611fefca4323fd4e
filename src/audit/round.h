// SPDX-License-Identifier: Apache-2.0
// One round of an audit: every mask drawn with some keys, attacked and compared with the truth. An audit takes further rounds,
// of the masks whose grade is undecided and with keys of their own, and puts their comparisons together.
#pragma once
#include "audit/draws.h"
#include "audit/passes.h"
#include "audit/planner.h"

namespace guise::audit {

/// With `request.keys` keys, from `request.first_key` on, and the attackers of the round `before`, who know what they knew
/// there. What was learnt looks into it: it stays where it is.
struct Round {
  Round(const table::Table& originals, const Request& request, const Round* before = nullptr);
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;

  std::vector<Attacker> wanted;  ///< as the request names them
  Variants variants;
  Draws draws;
  FirstPass pass;
  std::size_t asked = 0;            ///< of the attackers, the first so many were asked for …
  std::vector<Attacker> attackers;  ///< … and the others attack for those who include them
  Plan plan;
  std::vector<Compared> compared;
};

/// The trials of every attacker on one mask of the round, not scored yet.
std::vector<AttackerResult> rows_of(const Round& round, std::size_t mask, const Request& request);

/// Puts the keys of a further round behind those that are there.
void add_keys(std::vector<AttackerResult>& rows, const std::vector<AttackerResult>& further);

/// The rows of those asked for: each scored by itself, then the best of everybody it includes.
std::vector<AttackerResult> scored(std::vector<AttackerResult> rows, std::size_t asked, const Thresholds& thresholds);

}  // namespace guise::audit
