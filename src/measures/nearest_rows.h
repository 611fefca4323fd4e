// SPDX-License-Identifier: Apache-2.0
// Which rows are nearest to somebody by some of the columns, in standard deviations.
#pragma once
#include <cstdint>
#include <vector>

#include "base/matrix.h"

namespace guise::measures {

class NearestRows {
 public:
  /// Columns are scaled by the standard deviations of `people`; those that do not vary are left out of `columns()`.
  NearestRows(const Matrix& rows, const Matrix& people);
  const std::vector<Index>& columns() const { return columns_; }
  double sd(Index column) const { return sd_[column]; }

  /// The `count` nearest by these columns. Equally near rows are taken in cyclic order from row `start` mod rows on, so that a
  /// start drawn at random breaks ties at random.
  std::vector<Index> nearest(const Vector& person, const std::vector<Index>& columns, Index count, std::uint64_t start) const;

 private:
  const Matrix& rows_;
  Vector sd_;
  std::vector<Index> columns_;
};

}  // namespace guise::measures
