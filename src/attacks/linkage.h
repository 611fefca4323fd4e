// SPDX-License-Identifier: Apache-2.0
// Which rows of one table are nearest to the rows of another, and how likely each is the right one. Beyond section 1.6.
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::attacks {

/// The row taken for a wanted one.
struct Nearest {
  Index row = 0;           ///< -1: nobody's, no row is of the same group
  double squared = 0;      ///< squared distance
  Index rivals = 0;        ///< other rows at most as far, up to rounding
  double probability = 0;  ///< that it is the right one, if one of the rows is and distances are in standard deviations
};

/// Rows of different groups are not the same person, however near. Empty: there are no groups.
struct Groups {
  std::vector<Index> wanted, rows;
};

/// For each row of `wanted` the nearest of `rows`; of several the first. In parallel over blocks of the wanted.
std::vector<Nearest> nearest_rows(const Matrix& wanted, const Matrix& rows, const Groups& groups = {});

/// The same where every row can be taken once: the least total squared distance. Not more wanted than rows.
std::vector<Nearest> assigned_rows(const Matrix& wanted, const Matrix& rows, const Groups& groups = {});

}  // namespace guise::attacks
