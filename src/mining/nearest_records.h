// SPDX-License-Identifier: Apache-2.0
// The records nearest to some of them, by Euclidean distance in the columns as they are read.
#pragma once
#include <string>
#include <vector>

#include "base/matrix.h"

namespace guise::mining {

/// Ranks of the nearest ones of every record that is asked for: a row each, the nearest first; of equally near ones the one
/// that comes first in the table.
struct NearestRecords {
  Eigen::Matrix<Index, Eigen::Dynamic, Eigen::Dynamic> places;
  Matrix square_distances;
};

enum class Search {
  exact,
  tree,      ///< exact by a k-d tree, for few columns
  products,  ///< exact by inner products, for many
  cells,     ///< approximate: only the nearest cells of a partition are looked at
};
/// exact: a tree or products, whichever is faster for so many columns.
NearestRecords nearest_records(const Matrix& records, const std::vector<Index>& asked, Index count, Search how);

}  // namespace guise::mining
