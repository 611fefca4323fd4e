// SPDX-License-Identifier: Apache-2.0
// Groups of similar records: MDAV, maximum distance to the average vector. Domingo-Ferrer and Mateo-Sanz, "Practical
// data-oriented microaggregation for statistical disclosure control" (2002).
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::masks {

/// Records up to which MDAV looks at all of them; more are cut into cells of a k-d tree, and each cell is grouped by itself.
inline constexpr Index kWholeGroups = 100'000;

/// Groups of k to 2k - 1 rows, each in rising order: the row farthest from the mean of those left, with the k - 1 nearest to
/// it; then the same around the row farthest from that one; and so on. Equally far ones: the first. Needs k rows.
std::vector<std::vector<Index>> similar_groups(const Matrix& rows, Index k);

/// Of one column: k neighbours in its rising order each, the last group up to 2k - 1.
std::vector<std::vector<Index>> neighbour_groups(const std::vector<Index>& order, Index k);

}  // namespace guise::masks
