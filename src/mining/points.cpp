// SPDX-License-Identifier: Apache-2.0
#include "mining/points.h"

#include <oneapi/tbb/parallel_sort.h>

#include <algorithm>
#include <numeric>

namespace guise::mining {
namespace {

/// Records sorted by their values; equal ones in their order.
std::vector<Index> by_value(const Matrix& columns) {
  std::vector<Index> order(static_cast<std::size_t>(columns.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  tbb::parallel_sort(order.begin(), order.end(), [&](Index a, Index b) {
    for (Index d = 0; d < columns.rows(); ++d)
      if (columns(d, a) != columns(d, b)) return columns(d, a) < columns(d, b);
    return a < b;
  });
  return order;
}

}  // namespace

Points points_of(const Matrix& records) {
  Points out{.columns = records.transpose(), .of = {}, .first = {0}, .members = {}};
  const std::vector<Index> order = by_value(out.columns);
  // The first record of every run of equal ones stands for its point.
  std::vector<Index> leader(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool again = i > 0 && out.columns.col(order[i]) == out.columns.col(order[i - 1]);
    leader[static_cast<std::size_t>(order[i])] = again ? leader[static_cast<std::size_t>(order[i - 1])] : order[i];
  }
  out.of.resize(order.size());
  std::vector<Index> leaders, sizes;
  for (std::size_t i = 0; i < leader.size(); ++i) {
    if (leader[i] == static_cast<Index>(i)) {
      out.of[i] = static_cast<Index>(leaders.size());
      leaders.push_back(leader[i]);
      sizes.push_back(0);
    } else {
      out.of[i] = out.of[static_cast<std::size_t>(leader[i])];
    }
    ++sizes[static_cast<std::size_t>(out.of[i])];
  }
  for (const Index size : sizes) out.first.push_back(out.first.back() + size);
  out.members.resize(order.size());
  std::vector<Index> next(out.first.begin(), out.first.end() - 1);
  for (std::size_t i = 0; i < out.of.size(); ++i)
    out.members[static_cast<std::size_t>(next[static_cast<std::size_t>(out.of[i])]++)] = static_cast<Index>(i);
  if (leaders.size() < order.size()) out.columns = Matrix(out.columns(Eigen::all, leaders));
  return out;
}

}  // namespace guise::mining
