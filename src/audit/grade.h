// SPDX-License-Identifier: Apache-2.0
// The grade of a mask, by the attackers without a key: the rules of docs/audit.md, "The grade".
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "audit/audit.h"

namespace guise::audit {

enum class Grade { do_not_publish, leaks, resists, undecided, not_assessed, too_few_records };
std::string_view grade_name(Grade grade);

/// The columns kept in clear identify so many records that the grade is at best `leaks`.
bool identifiers_unmasked(const Result& audit);

/// With the headline: "DO NOT PUBLISH: nearly all values can be recovered".
std::pair<Grade, std::string> grade_of(const MaskResult& mask, const Result& audit);

/// Whom the grade is about: those without any key, or the partner where nobody else was played.
std::vector<const AttackerResult*> graded(const MaskResult& mask);
/// Of these attackers the one that recovers most; nullptr when nobody could try anything on the release.
const AttackerResult* strongest(const std::vector<const AttackerResult*>& attackers);

/// The attack that the attacker's row shows; nullptr when nothing was assessed.
const Trial* worst_trial(const AttackerResult& result);
/// Share of the variance of all columns together that the same knowledge explains without the release.
double explained_without(const AttackerResult& result);

}  // namespace guise::audit
