// SPDX-License-Identifier: Apache-2.0
// Into how many groups a linear filter can separate the attributes behind u = R x. Paper 000, section IV.B.
#pragma once
#include <cstdint>
#include <vector>

#include "base/matrix.h"

namespace guise::theory {

/// Theorem 4.4 for every l: the most groups for a generic k x m matrix, one drawn from a continuous law. For k < m every group
/// needs m - k + 1 columns, so two groups exist exactly when m <= 2k - 2 (the paper proves "not for m >= 2k - 1"; it is sharp,
/// erratum 13). m groups for k >= m: everything separates.
std::int64_t generic_groups(std::int64_t k, std::int64_t attributes);

/// The most columns `decompose` searches through; the work is 3^columns.
constexpr Index kMostDecomposed = 16;

struct Decomposition {
  std::vector<std::vector<Index>> groups;  ///< the finest separation; one group: nothing separates; none: a column is zero
  std::vector<Index> separable;            ///< attributes that can be separated alone, up to their scale
};
/// Definition 4.2 by Theorem 4.3, read as: no column of a group lies in the span of all other groups (erratum 13). R is l-row
/// decomposable exactly when l <= the number of groups found. Exact; at most kMostDecomposed columns.
Decomposition decompose(const Matrix& r);

/// Columns outside the span of all others: their attributes can be separated alone and, where R is known, read off exactly.
/// For any number of columns.
std::vector<Index> separable_columns(const Matrix& r);

}  // namespace guise::theory
