// SPDX-License-Identifier: Apache-2.0
#include "theory/decomposability.h"

#include <bit>

#include "base/error.h"
#include "linalg/spectrum.h"
#include "theory/column_span.h"

namespace guise::theory {
namespace {

using Set = std::uint32_t;  // of columns, one bit each

/// open[S]: no column of S lies in the span of the columns outside S, which is what Theorem 4.3 asks of a group.
std::vector<bool> groups_allowed(const Matrix& r) {
  const Index columns = r.cols();
  std::vector<bool> open(std::size_t{1} << columns, true);
  const Set all = static_cast<Set>(open.size() - 1);
  const auto visit = [&](const auto& again, const ColumnSpan& span, Set outside, Index next) -> void {
    if (next == columns) {
      for (Index j = 0; j < columns; ++j)
        if (!(outside >> j & 1) && span.contains(j)) open[all & ~outside] = false;
      return;
    }
    again(again, span, outside, next + 1);
    ColumnSpan larger = span;
    larger.add(next);
    again(again, larger, outside | Set{1} << next, next + 1);
  };
  visit(visit, ColumnSpan(r), 0, 0);
  return open;
}

}  // namespace

std::int64_t generic_groups(std::int64_t k, std::int64_t attributes) {
  require(k >= 1 && attributes >= 1, "a matrix has at least one row and one column, got {} x {}", k, attributes);
  return k >= attributes ? attributes : attributes / (attributes - k + 1);
}

Decomposition decompose(const Matrix& r) {
  require(r.rows() >= 1 && r.cols() >= 1, "the matrix is empty");
  require(r.cols() <= kMostDecomposed,
          "the exact search takes at most {} columns, the matrix has {}; give its size alone for what holds in general",
          kMostDecomposed, r.cols());
  const std::vector<bool> open = groups_allowed(r);
  // most[S]: the most allowed groups that S splits into, or -1; taken[S]: the group that holds its first column.
  std::vector<int> most(open.size(), -1);
  std::vector<Set> taken(open.size(), 0);
  most[0] = 0;
  for (Set s = 1; s < open.size(); ++s) {
    const Set first = s & (~s + 1), others = s ^ first;
    for (Set rest = others;; rest = (rest - 1) & others) {  // what stays for the other groups: every subset of `others`
      const Set group = s ^ rest;
      if (open[group] && most[rest] >= 0 && most[rest] + 1 > most[s]) {
        most[s] = most[rest] + 1;
        taken[s] = group;
      }
      if (rest == 0) break;
    }
  }
  Decomposition out{.groups = {}, .separable = separable_columns(r)};
  for (Set s = static_cast<Set>(open.size() - 1); s != 0 && most[s] > 0; s ^= taken[s]) {
    out.groups.emplace_back();
    for (Index j = 0; j < r.cols(); ++j)
      if (taken[s] >> j & 1) out.groups.back().push_back(j);
  }
  return out;
}

std::vector<Index> separable_columns(const Matrix& r) {
  // Column j lies outside the span of the others exactly when the unit vector e_j is a combination of the rows: when its
  // projection on the row space has length 1.
  const linalg::Svd svd = linalg::thin_svd(unit_columns(r));
  Index rank = 0;
  while (rank < svd.values.size() && svd.values[rank] > kNothing) ++rank;
  const Vector inside = svd.right.leftCols(rank).rowwise().squaredNorm();
  std::vector<Index> out;
  for (Index j = 0; j < r.cols(); ++j)
    if (inside[j] > 1 - kNothing) out.push_back(j);
  return out;
}

}  // namespace guise::theory
