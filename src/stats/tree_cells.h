// SPDX-License-Identifier: Apache-2.0
// Features as trees see them: every column in at most 127 cells. Which cell a value is in is worked out once for all trees.
#pragma once
#include <cstdint>
#include <vector>

#include "base/matrix.h"

namespace guise::stats {

/// Cells of records, a row for each record.
using Cells = Eigen::Matrix<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Of columns with few values a cell for each value, of others cells with as many rows each.
class TreeCells {
 public:
  static constexpr Index kMost = 127;
  static constexpr std::uint8_t kMissing = kMost;  ///< of NaN

  /// At most `most` cells, 1..kMost.
  explicit TreeCells(const Matrix& features, Index most = kMost);

  /// Writes the cells of `features` into columns of `out`, from column `at` on.
  void write(const Matrix& features, Cells& out, Index at) const;
  Cells of(const Matrix& features) const;

 private:
  std::vector<std::vector<double>> cuts_;  ///< rising; a value's cell is the number of cuts that are not above it
};

}  // namespace guise::stats
