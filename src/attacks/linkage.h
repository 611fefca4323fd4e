// SPDX-License-Identifier: Apache-2.0
// Which rows of one table are nearest to the rows of another, and how likely each is the right one. Beyond section 1.6.
#pragma once
#include <functional>
#include <limits>
#include <vector>

#include "base/matrix.h"

namespace guise::attacks {

/// The row taken for a wanted one.
struct Nearest {
  Index row = 0;           ///< -1: nobody's, no row is of the same group
  double squared = 0;      ///< squared distance, or what it costs in another metric
  Index rivals = 0;        ///< other rows as near, up to rounding: equal rows are one candidate
  double probability = 0;  ///< that it is the right one, if one of the rows is and distances are in standard deviations
  double next = std::numeric_limits<double>::infinity();  ///< of the nearest row that is farther
  std::vector<Index> equals = {};  ///< all rows as near, where there are rivals and not more than kMostEquals of them

  /// How unambiguous it is: near 0 where no other row comes close, 1 where another is as near.
  double ratio() const;
};
inline constexpr Index kMostEquals = 200;

/// Rows of different groups are not the same person, however near. Empty: there are no groups.
struct Groups {
  std::vector<Index> wanted, rows;
};

/// What it costs to take rows for wanted ones.
struct RowCosts {
  Index wanted = 0, rows = 0;
  double rounding = 0;                                      ///< costs that differ by less are equal
  std::function<Matrix(Index first, Index count)> of = {};  ///< a column for each of some wanted rows; infinite: impossible
};
RowCosts distance_costs(const Matrix& wanted, const Matrix& rows);
RowCosts within_groups(RowCosts costs, const Groups& groups);

/// For each wanted row the nearest; of several the first. In parallel over blocks of the wanted.
std::vector<Nearest> nearest_rows(const RowCosts& costs);
std::vector<Nearest> nearest_rows(const Matrix& wanted, const Matrix& rows, const Groups& groups = {});

/// The other way round: for each of these rows the nearest wanted one.
std::vector<Nearest> nearest_wanted(const RowCosts& costs, const std::vector<Index>& rows);

/// The same where every row can be taken once: the least total cost, where everybody may get one of the nearest
/// kCandidates rows. Who gets none of these is given the nearest.
std::vector<Nearest> assigned_rows(const RowCosts& costs);
inline constexpr Index kCandidates = 64;

}  // namespace guise::attacks
