// SPDX-License-Identifier: Apache-2.0
// Are the attributes of a table independent of each other? Paper 004, section 4: mutual information, which is zero exactly
// then.
#pragma once
#include <cstdint>
#include <vector>

#include "base/matrix.h"
#include "stats/resampling.h"

namespace guise::stats {

/// Values as the numbers of cells that hold about equally many of them, at most `cells`; equal values share a cell.
std::vector<int> equal_count_cells(const Vector& values, int cells);

/// Sum of H(x_i) minus H(x_1 … x_m), in nats, with the shares of the cells as probabilities ("plug-in"). Columns are cell
/// numbers below `cells`.
double mutual_information(const std::vector<std::vector<int>>& columns, int cells);

struct Independence {
  Significance test;       ///< the information, and how often shuffled columns have as much
  int cells = 0;           ///< per attribute
  std::int64_t pairs = 0;  ///< 0: of all attributes at once. Otherwise summed over so many pairs, where records do not suffice
};
/// The plug-in information is never zero, not even for independent attributes (erratum 53); so it is compared with that of the
/// same columns after shuffling each by itself. Pairs miss dependence that only shows in three attributes together.
Independence test_independence(const Matrix& records, int shuffles, const random::Rng& rng);

}  // namespace guise::stats
