// SPDX-License-Identifier: Apache-2.0
#include "attacks/column_ranks.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace guise::attacks {
namespace {

// Files hold at least nine digits of a value that was left as it is.
constexpr double kDigits = 1e-9;

}  // namespace

ColumnRanks::ColumnRanks(const Matrix& table) : rows_(table.rows()) {
  for (Index j = 0; j < table.cols(); ++j) {
    Column column;
    std::vector<std::pair<double, Index>> order;
    for (Index row = 0; row < rows_; ++row) order.emplace_back(table(row, j), row);
    std::sort(order.begin(), order.end());
    for (const auto& [value, row] : order) column.values.push_back(value), column.rows.push_back(row);
    column.first.resize(column.rows.size());
    column.last.resize(column.rows.size());
    for (std::size_t begin = 0; begin < column.rows.size();) {
      std::size_t end = begin;
      while (end < column.rows.size() && column.values[end] == column.values[begin]) ++end;
      for (std::size_t i = begin; i < end; ++i) {
        column.first[static_cast<std::size_t>(column.rows[i])] = static_cast<Index>(begin);
        column.last[static_cast<std::size_t>(column.rows[i])] = static_cast<Index>(end) - 1;
      }
      begin = end;
    }
    columns_.push_back(std::move(column));
  }
}

std::vector<Index> ColumnRanks::equal_to(Index column, double value) const {
  const Column& of = columns_[static_cast<std::size_t>(column)];
  const double slack = kDigits * std::abs(value);
  const auto from = std::lower_bound(of.values.begin(), of.values.end(), value - slack),
             to = std::upper_bound(from, of.values.end(), value + slack);
  return {of.rows.begin() + (from - of.values.begin()), of.rows.begin() + (to - of.values.begin())};
}

void ColumnRanks::widen_window(Index column, double value, Eigen::Ref<Vector> window) const {
  const Column& of = columns_[static_cast<std::size_t>(column)];
  const auto from = std::lower_bound(of.values.begin(), of.values.end(), value),
             to = std::upper_bound(from, of.values.end(), value);
  // A value that does not occur lies between two ranks; its distance to either is the same.
  const auto first = static_cast<double>(from - of.values.begin()), past = static_cast<double>(to - of.values.begin());
  const double low = from == to ? first - 0.5 : first, high = from == to ? first - 0.5 : past - 1;
  for (Index row = 0; row < rows_; ++row) {
    const auto at = static_cast<std::size_t>(row);
    const double away = std::max(static_cast<double>(of.first[at]) - high, low - static_cast<double>(of.last[at]));
    window(row) = std::max(window(row), away);
  }
}

}  // namespace guise::attacks
