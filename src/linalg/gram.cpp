// SPDX-License-Identifier: Apache-2.0
// Products of columns with columns, over blocks of records. dsyrk and dgemm spend much of their time on arranging a few
// thousand numbers; here tiles of the result are summed in registers straight from the columns.
#include <algorithm>

#include "linalg/products.h"

namespace guise::linalg {
namespace {

// The largest tile of all kernels, in fours.
constexpr int kMostSums = 28, kMostColumns = 5;

/// Columns first, first + 1, … A tile that reaches over the edge repeats the last; what is summed there is not used.
void list_columns(const MatrixRef& block, Index first, Index count, const double** out) {
  for (Index k = 0; k < count; ++k) out[k] = block.data() + std::min(first + k, block.cols() - 1) * block.outerStride();
}

/// The tiles from `first_row(j)` on of every run of columns j.
template <typename FirstRow>
void add_tiles(const MatrixRef& left, const MatrixRef& right, const ProductTable& table, const FirstRow& first_row,
               Matrix& out) {
  const double *rows[kMostColumns], *columns[kMostColumns];
  double sums[kMostSums];
  for (Index i = 0; i < left.cols(); i += table.left) {
    list_columns(left, i, table.left, rows);
    const Index below = std::min(i + table.left, left.cols());
    for (Index j = 0; j < right.cols() && first_row(j) < below; j += table.right) {
      list_columns(right, j, table.right, columns);
      table.dots(rows, columns, left.rows(), sums);
      for (Index l = j; l < std::min(j + table.right, right.cols()); ++l)
        for (Index k = std::max(i, first_row(l)); k < below; ++k) out(k, l) += sums[(l - j) * table.left + k - i];
    }
  }
}

}  // namespace

void add_gram(const MatrixRef& block, Matrix& out, const ProductTable& table) {
  add_tiles(
      block, block, table, [](Index j) { return j; }, out);
}

void add_cross(const MatrixRef& left, const MatrixRef& right, Matrix& out, const ProductTable& table) {
  add_tiles(
      left, right, table, [](Index) { return Index{0}; }, out);
}

}  // namespace guise::linalg
