// SPDX-License-Identifier: Apache-2.0
// Which columns of a matrix lie in the span of others: what decomposability and l-security are made of.
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::theory {

/// What is left of a column of length 1 counts as nothing below this. A direction made from a rest this small is off by about
/// 1e-16 / 1e-7 = 1e-9, which stays below it, so rounding is not taken for independence.
constexpr double kNothing = 1e-7;

Matrix unit_columns(const Matrix& matrix);  ///< each column scaled to length 1; zero columns stay

/// The span of some columns of a matrix, grown one column at a time (Gram-Schmidt on what is left of all columns).
class ColumnSpan {
 public:
  explicit ColumnSpan(const Matrix& matrix);  ///< of no column yet
  Index columns() const { return left_.cols(); }
  Index rank() const { return rank_; }
  bool contains(Index column) const;  ///< zero columns from the start
  void add(Index column);             ///< grows the span by this column
  Index contained() const;            ///< how many columns of the matrix lie in it

 private:
  Matrix left_;  // each column scaled to length 1, minus its part in the span
  Index rank_ = 0;
};

Index column_rank(const Matrix& matrix);

/// The most columns that lie together in a subspace of dimension `rank`, and which they are. Exact, by trying every independent
/// choice of `rank` columns, at most the rank of the matrix; work grows as subsets(columns, rank).
struct CrowdedSubspace {
  Index count = 0;
  std::vector<Index> columns = {};
};
CrowdedSubspace most_columns_in_subspace(const Matrix& matrix, Index rank);
/// n choose r: how many choices that is.
double subsets(Index n, Index r);

}  // namespace guise::theory
