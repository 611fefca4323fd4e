// SPDX-License-Identifier: Apache-2.0
#include "attacks/segments.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "stats/ridge.h"

namespace guise::attacks {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Records in the order of the column, and the places between them where it changes.
class Sorted {
 public:
  Sorted(const Regressed& records, const Vector& column) : order_(static_cast<std::size_t>(column.size())) {
    std::iota(order_.begin(), order_.end(), Index{0});
    std::stable_sort(order_.begin(), order_.end(), [&](Index a, Index b) { return column(a) < column(b); });
    records_ = {records.features(order_, Eigen::all), records.targets(order_, Eigen::all)};
    column_ = column(order_);
    for (Index i = 1; i < column_.size(); ++i)
      if (column_(i) > column_(i - 1)) changes_.push_back(i);
  }
  Index size() const { return column_.size(); }
  double cut(Index at) const { return column_(at - 1) + (column_(at) - column_(at - 1)) / 2; }
  const std::vector<Index>& changes() const { return changes_; }
  double error(Index from, Index to) const {
    return left_out_error({records_.features.middleRows(from, to - from), records_.targets.middleRows(from, to - from)});
  }
  /// 0, some of the changes evenly spread, and the end.
  std::vector<Index> grid(Index points) const {
    std::vector<Index> out = {0};
    const Index n = static_cast<Index>(changes_.size()), some = std::min(points, n);
    for (Index i = 0; i < some; ++i) out.push_back(changes_[static_cast<std::size_t>((2 * i + 1) * n / (2 * some))]);
    out.push_back(size());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

 private:
  std::vector<Index> order_, changes_;
  Regressed records_;
  Vector column_;
};

/// Errors of all segments between points of the grid that are long enough.
Matrix segment_errors(const Sorted& sorted, const std::vector<Index>& grid, Index least) {
  const Index n = static_cast<Index>(grid.size());
  Matrix out = Matrix::Constant(n, n, kNever);
  tbb::parallel_for(Index{0}, n, [&](Index i) {
    for (Index j = i + 1; j < n; ++j) {
      const Index from = grid[static_cast<std::size_t>(i)], to = grid[static_cast<std::size_t>(j)];
      if (to - from >= least) out(i, j) = sorted.error(from, to);
    }
  });
  return out;
}

/// Where the best groups begin: least sum of their errors and a price for each.
std::vector<Index> best_starts(const Matrix& errors, const std::vector<Index>& grid, double price) {
  const Index n = errors.rows();
  Vector best = Vector::Constant(n, kNever);
  std::vector<Index> from(static_cast<std::size_t>(n), 0), out;
  best(0) = 0;
  for (Index j = 1; j < n; ++j)
    for (Index i = 0; i < j; ++i)
      if (const double sum = best(i) + errors(i, j) + price; sum < best(j))
        best(j) = sum, from[static_cast<std::size_t>(j)] = i;
  for (Index j = n - 1; j > 0; j = from[static_cast<std::size_t>(j)])
    if (from[static_cast<std::size_t>(j)] > 0) out.push_back(grid[static_cast<std::size_t>(from[static_cast<std::size_t>(j)])]);
  std::reverse(out.begin(), out.end());
  return out;
}

/// Moves each start to the best place between its neighbours on the grid.
void refine(const Sorted& sorted, const std::vector<Index>& grid, Index least, std::vector<Index>& starts) {
  for (std::size_t k = 0; k < starts.size(); ++k) {
    const Index before = k == 0 ? 0 : starts[k - 1], after = k + 1 < starts.size() ? starts[k + 1] : sorted.size();
    const auto here = std::lower_bound(grid.begin(), grid.end(), starts[k]);
    const Index low = std::max(before + least, here == grid.begin() ? Index{0} : *(here - 1)),
                high = std::min(after - least, here + 1 == grid.end() ? sorted.size() : *(here + 1));
    double least_error = sorted.error(before, starts[k]) + sorted.error(starts[k], after);
    for (const Index at : sorted.changes()) {
      if (at < low || at > high || at == starts[k]) continue;
      const double error = sorted.error(before, at) + sorted.error(at, after);
      if (error < least_error) least_error = error, starts[k] = at;
    }
  }
}

}  // namespace

double left_out_error(const Regressed& records) {
  const Matrix centred = records.features.rowwise() - records.features.colwise().mean();
  return stats::leave_one_out_ridge(stats::gram_of_features(centred), records.targets).left_out.squaredNorm();
}

Segments find_segments(const Regressed& records, const Vector& column, const SegmentRules& rules) {
  const Sorted sorted(records, column);
  Segments out{.cuts = {}, .error = sorted.error(0, sorted.size())};
  if (sorted.changes().empty() || sorted.size() < 2 * rules.least) return out;
  const std::vector<Index> grid = sorted.grid(rules.grid);
  std::vector<Index> starts = best_starts(segment_errors(sorted, grid, rules.least), grid, rules.penalty * out.error);
  if (starts.empty()) return out;
  refine(sorted, grid, rules.least, starts);
  out.error = 0;
  for (std::size_t k = 0; k <= starts.size(); ++k)
    out.error += sorted.error(k == 0 ? 0 : starts[k - 1], k < starts.size() ? starts[k] : sorted.size());
  for (const Index at : starts) out.cuts.push_back(sorted.cut(at));
  return out;
}

}  // namespace guise::attacks
