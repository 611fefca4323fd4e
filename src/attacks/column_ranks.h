// SPDX-License-Identifier: Apache-2.0
// The columns of a table in rising order: which rows have a value, and which ranks a value can have.
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::attacks {

class ColumnRanks {
 public:
  explicit ColumnRanks(const Matrix& table);
  Index rows() const { return rows_; }

  /// Rows with this value in a column, but for rounding in the last of nine digits.
  std::vector<Index> equal_to(Index column, double value) const;

  /// Raises each row's window to the distance between the ranks that the value and the row's own can have in this column; equal
  /// values share their ranks.
  void widen_window(Index column, double value, Eigen::Ref<Vector> window) const;

 private:
  struct Column {
    std::vector<double> values;      // rising
    std::vector<Index> rows;         // of these
    std::vector<Index> first, last;  // ranks that each row's value can have
  };
  Index rows_;
  std::vector<Column> columns_;
};

}  // namespace guise::attacks
