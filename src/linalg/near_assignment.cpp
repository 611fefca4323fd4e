// SPDX-License-Identifier: Apache-2.0
#include "linalg/near_assignment.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>

namespace guise::linalg {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr Index kNone = -1;

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

struct Paths {
  using Step = std::pair<double, Index>;

  Paths(const std::vector<std::vector<Candidate>>& lists, Index columns, double left_out)
      : candidates(lists),
        dear(left_out),
        row_price(lists.size(), 0),
        column_price(at(columns), 0),
        length(at(columns), kFar),
        column_of(lists.size(), kNone),
        row_of(at(columns), kNone),
        from(at(columns), kNone),
        looked(at(columns), false) {}

  /// Dijkstra's algorithm on reduced costs from a free row, to a free column or to a row that is better left out.
  void place(Index start) {
    Index row = start;
    double base = 0;
    while (true) {
      scan(row, base);
      const Index column = nearest();
      if (column == kNone || out_length <= length[at(column)]) {
        settle(start, out_length);
        return leave_out(start);
      }
      base = length[at(column)];
      if (row_of[at(column)] == kNone) {
        settle(start, base);
        return take(column, start);
      }
      done.push_back(column);
      looked[at(column)] = true;
      row = row_of[at(column)];
    }
  }

  void scan(Index row, double base) {
    for (const Candidate& each : candidates[at(row)]) {
      if (looked[at(each.column)]) continue;  // final but for rounding
      const double found = base + each.cost - row_price[at(row)] - column_price[at(each.column)];
      if (!(found < length[at(each.column)])) continue;
      if (length[at(each.column)] == kFar) touched.push_back(each.column);
      length[at(each.column)] = found;
      from[at(each.column)] = row;
      open.emplace(found, each.column);
    }
    if (const double out = base + dear - row_price[at(row)]; out < out_length) {
      out_length = out;
      out_row = row;
    }
  }

  /// The nearest column that was not looked at; entries of the queue that were overtaken are skipped.
  Index nearest() {
    while (!open.empty()) {
      const auto [found, column] = open.top();
      open.pop();
      if (found == length[at(column)] && !looked[at(column)]) return column;
    }
    return kNone;
  }

  /// Prices that keep reduced costs from being negative.
  void settle(Index start, double end) {
    row_price[at(start)] += end;
    for (const Index column : done) {
      row_price[at(row_of[at(column)])] += end - length[at(column)];
      column_price[at(column)] -= end - length[at(column)];
    }
  }

  void take(Index column, Index start) {
    while (column != kNone) {
      const Index row = from[at(column)], before = row == start ? kNone : column_of[at(row)];
      column_of[at(row)] = column;
      row_of[at(column)] = row;
      column = before;
    }
    clear();
  }

  void leave_out(Index start) {
    const Index freed = out_row == start ? kNone : column_of[at(out_row)];
    column_of[at(out_row)] = kNone;
    take(freed, start);
  }

  void clear() {
    for (const Index column : touched) {
      length[at(column)] = kFar;
      looked[at(column)] = false;
    }
    touched.clear();
    done.clear();
    open = {};
    out_length = kFar;
  }

  const std::vector<std::vector<Candidate>>& candidates;
  double dear;  // what it costs to leave a row out
  std::vector<double> row_price, column_price, length;
  std::vector<Index> column_of, row_of, from;  // of each row, of each column, the row before each column on the way
  std::vector<bool> looked;                    // columns that the search has passed
  std::vector<Index> touched = {}, done = {};
  std::priority_queue<Step, std::vector<Step>, std::greater<>> open = {};
  double out_length = kFar;
  Index out_row = kNone;
};

}  // namespace

std::vector<Index> assign_candidates(const std::vector<std::vector<Candidate>>& candidates, Index columns) {
  double most = 0;
  for (const auto& list : candidates)
    for (const Candidate& each : list) most = std::max(most, each.cost);
  Paths paths(candidates, columns, (most + 1) * (static_cast<double>(candidates.size()) + 1));
  for (Index row = 0; row < static_cast<Index>(candidates.size()); ++row) paths.place(row);
  return paths.column_of;
}

}  // namespace guise::linalg
