// SPDX-License-Identifier: Apache-2.0
#include "attacks/signature_walk.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace guise::attacks {
namespace {

// Distances looked at in a whole search, seconds of work, shared among the rows tried for the first record. More are needed
// only where noise leaves distances little to tell.
constexpr double kMostChecks = 1e9;

// Placements kept with one row for the first record; many more fit only where records repeat.
constexpr std::size_t kMostKept = 1000;

using Candidates = std::vector<std::pair<double, Index>>;  // misfit so far, row

/// Depth first, the nearest candidates first. Every record has a list of rows that are at the right distances from all rows
/// placed so far; placing a row shortens the lists of the records after it.
class Walk {
 public:
  Walk(const Field& field, Index first_row, const double* squared, Index rows_tried)
      : field_(field), checks_left_(kMostChecks / static_cast<double>(rows_tried)) {
    here_.row.assign(static_cast<std::size_t>(field.original.rows()), -1);
    std::vector<Candidates> lists(field.order.size());
    for (std::size_t depth = 1; depth < lists.size(); ++depth) {
      lists[depth] = ring(field.order[depth], squared, first_row);
      if (lists[depth].empty() && !field.how.may_miss) return;
    }
    place(field.order[0], first_row);
    extend(1, lists);
  }
  Placements result;

 private:
  void place(Index record, Index row) {
    here_.row[static_cast<std::size_t>(record)] = row;
    here_.found += row >= 0 ? 1 : -1;
  }

  /// Rows at the right distance from the first record's.
  Candidates ring(Index record, const double* squared, Index first_row) const {
    const Window window = field_.window(field_.order[0], record);
    Candidates out;
    for (Index row = 0; row < field_.points.cols(); ++row)
      if (std::fabs(squared[row] - window.middle) <= window.width && row != first_row && field_.alone_fits(row, record))
        out.emplace_back(square(window.off(squared[row])), row);
    std::sort(out.begin(), out.end());
    return out;
  }

  void extend(std::size_t depth, const std::vector<Candidates>& lists) {
    if (depth == field_.order.size() || here_.found == kSignature) {
      result.best.push_back(here_);
      return;
    }
    const Index record = field_.order[depth];
    const double misfit = here_.misfit;
    if (lists[depth].empty()) extend(depth + 1, lists);  // missing, and may be
    for (const auto& [more, row] : lists[depth]) {
      if (checks_left_ <= 0 || result.best.size() == kMostKept) {
        result.all = false;
        break;
      }
      std::vector<Candidates> shorter(lists.size());
      if (!narrow(depth, row, lists, shorter)) continue;
      here_.misfit = misfit + more;
      place(record, row);
      extend(depth + 1, shorter);
      place(record, -1);
    }
    here_.misfit = misfit;
  }

  /// The lists after this record is placed; false when one that must not be is empty.
  bool narrow(std::size_t depth, Index placed, const std::vector<Candidates>& lists, std::vector<Candidates>& out) {
    for (std::size_t later = depth + 1; later < lists.size(); ++later) {
      const Window window = field_.window(field_.order[depth], field_.order[later]);
      checks_left_ -= static_cast<double>(lists[later].size());
      for (const auto& [misfit, row] : lists[later]) {
        const double off = window.off((field_.points.col(row) - field_.points.col(placed)).squaredNorm());
        if (std::fabs(off) <= 1 && row != placed) out[later].emplace_back(misfit + square(off), row);
      }
      if (out[later].empty() && !field_.how.may_miss) return false;
      std::sort(out[later].begin(), out[later].end());
    }
    --checks_left_;
    return true;
  }

  const Field& field_;
  Placement here_;
  double checks_left_;
};

}  // namespace

bool Field::alone_fits(Index row, Index record) const {
  if (how.alone == Alone::nothing) return true;
  const bool place = how.alone == Alone::place;
  const double squared = place ? (points.col(row) - records.col(record)).squaredNorm() : lengths(row);
  const Window allowed =
      place ? tolerance.place(loose_alone(record)) : tolerance.length(record_lengths(record), loose_alone(record));
  return std::fabs(allowed.off(squared)) <= 1;
}

Placements walk_from(const Field& field, Index row, const double* squared, Index rows_tried) {
  return Walk(field, row, squared, rows_tried).result;
}

}  // namespace guise::attacks
