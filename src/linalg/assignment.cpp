// SPDX-License-Identifier: Apache-2.0
#include "linalg/assignment.h"

#include <cassert>
#include <limits>

namespace guise::linalg {
namespace {

// Columns are numbered from 1; column 0 holds the row that is being placed.
constexpr std::size_t kStart = 0;

struct Search {
  explicit Search(const Matrix& cost)
      : costs(cost),
        rows(static_cast<std::size_t>(cost.rows())),
        columns(static_cast<std::size_t>(cost.cols())),
        row_price(rows + 1, 0),
        column_price(columns + 1, 0),
        row_of(columns + 1, 0),
        from(columns + 1, 0) {}

  /// Dijkstra's algorithm on reduced costs: the cheapest way to a free column, then the prices that keep them from being
  /// negative.
  void place(std::size_t row) {
    row_of[kStart] = row;
    std::vector<double> least(columns + 1, std::numeric_limits<double>::infinity());
    std::vector<bool> reached(columns + 1, false);
    std::size_t column = kStart;
    do {
      reached[column] = true;
      column = nearest(column, least, reached);
    } while (row_of[column] != 0);
    while (column != kStart) {
      row_of[column] = row_of[from[column]];
      column = from[column];
    }
  }

  std::size_t nearest(std::size_t column, std::vector<double>& least, const std::vector<bool>& reached) {
    const std::size_t row = row_of[column];
    double step = std::numeric_limits<double>::infinity();
    std::size_t next = 0;
    for (std::size_t j = 1; j <= columns; ++j) {
      if (reached[j]) continue;
      const double reduced = costs(static_cast<Index>(row) - 1, static_cast<Index>(j) - 1) - row_price[row] - column_price[j];
      if (reduced < least[j]) {
        least[j] = reduced;
        from[j] = column;
      }
      if (least[j] < step) {
        step = least[j];
        next = j;
      }
    }
    for (std::size_t j = 0; j <= columns; ++j) {
      if (reached[j]) {
        row_price[row_of[j]] += step;
        column_price[j] -= step;
      } else {
        least[j] -= step;
      }
    }
    return next;
  }

  const Matrix& costs;
  std::size_t rows, columns;
  std::vector<double> row_price, column_price;
  std::vector<std::size_t> row_of, from;  // row in each column, 0 when it is free; the column before on the way
};

}  // namespace

std::vector<Index> least_cost_assignment(const Matrix& cost) {
  assert(cost.rows() <= cost.cols() && cost.allFinite());
  Search search(cost);
  for (std::size_t row = 1; row <= search.rows; ++row) search.place(row);
  std::vector<Index> column_of(search.rows);
  for (std::size_t j = 1; j <= search.columns; ++j)
    if (search.row_of[j] != 0) column_of[search.row_of[j] - 1] = static_cast<Index>(j) - 1;
  return column_of;
}

}  // namespace guise::linalg
