// SPDX-License-Identifier: Apache-2.0
// Mutual information of attributes cut into cells of equal counts, the test that paper 004, section 4 proposes: zero exactly
// for independent attributes. (Of two numeric attributes without cells: mutual_information.h.)
#pragma once
#include <cstddef>
#include <vector>

#include "base/matrix.h"
#include "random/rng.h"

namespace guise::stats {

/// Values as the numbers of cells that hold about equally many of them, at most `cells`; equal values share a cell.
std::vector<int> equal_count_cells(const Vector& values, int cells);

/// Sum of H(x_i) minus H(x_1 … x_m), in nats, with the shares of the cells as probabilities ("plug-in"). Columns are cell
/// numbers below `cells`.
double mutual_information(const std::vector<std::vector<int>>& columns, int cells);

/// A table cut as finely as its records allow: all attributes at once where every cell of the joint table can hold five of
/// them, otherwise summed over pairs, which misses what only shows in three attributes together.
struct CellTable {
  struct Pair {
    std::size_t first, second;
  };
  int cells = 0;                          ///< per attribute
  std::vector<std::vector<int>> columns;  ///< cell numbers
  std::vector<Pair> pairs;                ///< none: of all attributes at once
};
CellTable cut_into_cells(const Matrix& records, const random::Rng& rng);  ///< rng draws the pairs where there are very many
double mutual_information(const CellTable& table);

}  // namespace guise::stats
