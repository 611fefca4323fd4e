// SPDX-License-Identifier: Apache-2.0
#include "linalg/near_assignment.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>

namespace guise::linalg {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr Index kNone = -1;
// How often a row may be reduced, in the mean: rows that outbid each other for ever by little are left for the search.
constexpr std::size_t kSweeps = 20;
// A column beyond the candidates is taken to cost so many times the dearest of them. At 1 people lose their own record to those
// who have no other: a fifth of the links. More than 2 brings no further links and longer searches.
constexpr double kBeyond = 2;

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

double dearest(const std::vector<Candidate>& list) {
  double most = 0;
  for (const Candidate& each : list) most = std::max(most, each.cost);
  return most;
}

std::vector<double> costs_of_none(const std::vector<std::vector<Candidate>>& lists, Index columns) {
  double most = 0;
  for (const auto& list : lists) most = std::max(most, dearest(list));
  const double more_than_all = (most + 1) * (static_cast<double>(lists.size()) + 1);
  std::vector<double> out;
  for (const auto& list : lists)
    out.push_back(static_cast<Index>(list.size()) < columns ? kBeyond * dearest(list) : more_than_all);
  return out;
}

struct Paths {
  using Step = std::pair<double, Index>;

  Paths(const std::vector<std::vector<Candidate>>& lists, Index columns)
      : candidates(lists),
        left_out(costs_of_none(lists, columns)),
        row_price(lists.size(), 0),
        column_price(at(columns), 0),
        length(at(columns), kFar),
        column_of(lists.size(), kNone),
        row_of(at(columns), kNone),
        from(at(columns), kNone),
        looked(at(columns), false) {}

  /// Jonker and Volgenant's row reduction: a free row takes its cheapest column and raises its price by what the second
  /// cheapest costs more; the row that had it is free again. Cheap, and leaves few rows for the search below. Returns these.
  std::vector<Index> reduce(std::vector<Index> waiting) {
    std::vector<Index> left;
    for (std::size_t tries = kSweeps * waiting.size(); !waiting.empty(); --tries) {
      if (tries == 0) break;
      const Index row = waiting.back();
      waiting.pop_back();
      Index column = kNone;
      double first = left_out[at(row)], second = first;  // to leave it out has no price of its own
      for (const Candidate& each : candidates[at(row)])
        if (const double cost = each.cost - column_price[at(each.column)]; cost < first) {
          second = first;
          first = cost;
          column = each.column;
        } else if (cost < second) {
          second = cost;
        }
      row_price[at(row)] = second;
      if (column == kNone) {
        left.push_back(row);
        continue;
      }
      column_price[at(column)] -= second - first;
      if (const Index before = row_of[at(column)]; before != kNone) {
        column_of[at(before)] = kNone;
        (second > first ? waiting : left).push_back(before);
      }
      column_of[at(row)] = column;
      row_of[at(column)] = row;
    }
    left.insert(left.end(), waiting.begin(), waiting.end());
    return left;
  }

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
    if (const double out = base + left_out[at(row)] - row_price[at(row)]; out < out_length) {
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
  std::vector<double> left_out;  // what it costs that a row gets none of its candidates
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
  Paths paths(candidates, columns);
  std::vector<Index> rows(candidates.size());
  std::iota(rows.rbegin(), rows.rend(), Index{0});
  for (const Index row : paths.reduce(std::move(rows))) paths.place(row);
  return paths.column_of;
}

}  // namespace guise::linalg
