// SPDX-License-Identifier: Apache-2.0
#include "attacks/signature_walk.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace guise::attacks {
namespace {

// Steps with one row for the first record. Many more placements fit only where distances tell nothing.
constexpr int kMostSteps = 2000;

using Candidates = std::vector<std::pair<double, Index>>;  // misfit, row

/// Depth first, the nearest candidates first.
class Walk {
 public:
  Walk(const Field& field, const double* squared, Index first_row)
      : field_(field), squared_(squared), rings_(field.order.size()), scanned_(field.order.size(), false) {
    here_.row.assign(static_cast<std::size_t>(field.original.rows()), -1);
    place(field.order[0], first_row);
    extend(1);
  }
  Placements result;

 private:
  void place(Index record, Index row) {
    here_.row[static_cast<std::size_t>(record)] = row;
    here_.found += row >= 0 ? 1 : -1;
  }

  void extend(std::size_t depth) {
    if (++steps_ > kMostSteps) {
      result.all = false;
      return;
    }
    if (depth == field_.order.size() || here_.found == kSignature) {
      result.best.push_back(here_);
      return;
    }
    const Index record = field_.order[depth];
    const double misfit = here_.misfit;
    const Candidates fitting = fits(depth);
    if (fitting.empty() && field_.how.may_miss) extend(depth + 1);
    for (const auto& [more, row] : fitting) {
      here_.misfit = misfit + more;
      place(record, row);
      extend(depth + 1);
      place(record, -1);
    }
    here_.misfit = misfit;
  }

  /// Rows at the right distance from the first record's.
  const Candidates& ring(std::size_t depth) {
    Candidates& ring = rings_[depth];
    if (scanned_[depth]) return ring;
    scanned_[depth] = true;
    const Index record = field_.order[depth];
    const Window window = field_.tolerance.distance(field_.original(field_.order[0], record));
    for (Index row = 0; row < field_.points.cols(); ++row)
      if (std::fabs(squared_[row] - window.middle) <= window.width && field_.length_fits(row, record))
        ring.emplace_back(square(window.off(squared_[row])), row);
    return ring;
  }

  /// Those of the ring that are at the right distances from all rows placed so far.
  Candidates fits(std::size_t depth) {
    const Index record = field_.order[depth];
    Candidates out;
    for (auto [misfit, row] : ring(depth)) {
      bool fitting = true;
      for (std::size_t d = 0; d < depth && fitting; ++d) {
        const Index other = here_.row[static_cast<std::size_t>(field_.order[d])];
        if (other < 0) continue;
        const double squared = (field_.points.col(row) - field_.points.col(other)).squaredNorm();
        const double off = field_.tolerance.distance(field_.original(field_.order[d], record)).off(squared);
        fitting = other != row && std::fabs(off) <= 1;
        if (d > 0) misfit += square(off);
      }
      if (fitting) out.emplace_back(misfit, row);
    }
    std::sort(out.begin(), out.end());
    return out;
  }

  const Field& field_;
  const double* squared_;  // distances of all rows from the first record's
  std::vector<Candidates> rings_;
  std::vector<bool> scanned_;
  Placement here_;
  int steps_ = 0;
};

}  // namespace

bool Field::length_fits(Index row, Index record) const {
  return !how.lengths || std::fabs(tolerance.length(original_length(record)).off(released_length(row))) <= 1;
}

Placements walk_from(const Field& field, Index row, const double* squared) {
  return Walk(field, squared, row).result;
}

}  // namespace guise::attacks
