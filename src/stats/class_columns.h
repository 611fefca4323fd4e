// SPDX-License-Identifier: Apache-2.0
// Columns read as classes: few values as they are, many values in as many parts of the records.
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::stats {

struct ClassColumn {
  std::vector<double> values;  ///< rising: of each class its value, or where each part but the last ends
  bool exact = false;          ///< few values: they are the classes

  int classes() const { return static_cast<int>(values.size()) + (exact ? 0 : 1); }
  /// -1: a value that was not seen, or none.
  int of(double value) const;
};

/// At most `most` values, each of five records on average, are classes; other numbers come in eight parts. No classes at all
/// where a column is constant, or is no number and has more values.
ClassColumn class_column(const Vector& column, bool number, std::size_t most);

/// A row for each record, a column for each column.
Eigen::MatrixXi classes_of(const std::vector<ClassColumn>& columns, const Matrix& rows);

}  // namespace guise::stats
