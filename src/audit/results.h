// SPDX-License-Identifier: Apache-2.0
// From what was planned and compared to the trials of an attacker.
#pragma once
#include "audit/passes.h"
#include "audit/planner.h"

namespace guise::audit {

/// Positions, among all columns, of those the attacker does not know.
std::vector<Index> scored_columns(const Attacker& attacker, const std::vector<std::string>& columns);

/// The trials of one attacker on one mask: its own, then those of whom it includes. Some are there more than once, learnt from
/// more or less; score() keeps the better ones. And what it could guess without the release.
AttackerResult result_of(std::size_t mask, std::size_t a, const std::vector<Attacker>& attackers, const Plan& plan,
                         const std::vector<Compared>& compared, const std::vector<std::string>& columns);

}  // namespace guise::audit
