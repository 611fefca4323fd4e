// SPDX-License-Identifier: Apache-2.0
// Groups of equal rows, or of equal values in one column: what microaggregation leaves.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "base/matrix.h"

namespace guise::attacks {

/// The members of a group were released as their mean.
struct MemberGroup {
  Index size = 0;       ///< members, all of them in the release
  Vector known = {};    ///< sum of the known members
  Vector squares = {};  ///< sum of their squared distances to the mean, by column
  Index count = 0;      ///< of these
};

/// Groups by the values that were released of them, which are means of as many members as there are equal ones.
using MemberGroups = std::map<std::vector<double>, MemberGroup>;
MemberGroups groups_of_equals(const Matrix& rows);

/// Share of the rows that have an equal.
double share_with_equals(const MemberGroups& groups);

/// Gives each known row to the group with the nearest mean, in units of `scale`. A group that would have no other members left
/// keeps none: somebody in it belongs elsewhere, and nobody can say who.
void place_members(const Matrix& known, const Vector& scale, MemberGroups& groups);

/// Variance of the members of a group about its true centre, by column, from the known ones of all groups: each is (1 - 1/g) of
/// it away from the mean, on average. Nothing where no member is known.
std::optional<Vector> variance_within(const MemberGroups& groups);

/// Mean of the members that are not known: (g mean - sum of the known) / (g - number of the known). Of one it is the value.
Vector mean_of_others(const std::vector<double>& mean, const MemberGroup& group);

}  // namespace guise::attacks
