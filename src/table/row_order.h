// SPDX-License-Identifier: Apache-2.0
// Between files that hold numbers row by row and matrices, which hold them column by column.
#pragma once
#include <algorithm>
#include <cstring>

#include "base/matrix.h"

namespace guise::table {

// Numbers of a column taken at a time: four cache lines, written or read whole. Row after row each number would take a line of
// its own, and columns that are a power of two apart would push each other out of the cache.
constexpr Index kRun = 32;

/// Calls visit(first, count, column) for short runs of every column, those of the same rows one after the other.
template <typename Visit>
void for_runs(Index rows, Index columns, const Visit& visit) {
  for (Index first = 0; first < rows; first += kRun)
    for (Index j = 0; j < columns; ++j) visit(first, std::min(kRun, rows - first), j);
}

/// Puts the values in rows of bytes, `step` apart, as this kind of number.
template <typename Number>
void write_rows(const Matrix& values, char* to, Index step) {
  for_runs(values.rows(), values.cols(), [&](Index first, Index count, Index j) {
    const double* run = &values(first, j);
    char* place = to + first * step + j * static_cast<Index>(sizeof(Number));
    for (Index i = 0; i < count; ++i, place += step) {
      const auto x = static_cast<Number>(run[i]);
      std::memcpy(place, &x, sizeof(Number));
    }
  });
}

}  // namespace guise::table
