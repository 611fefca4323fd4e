// SPDX-License-Identifier: Apache-2.0
#include "theory/column_span.h"

#include <algorithm>
#include <cmath>

namespace guise::theory {
namespace {

void search(const ColumnSpan& span, Index next, Index rank, CrowdedSubspace& best) {
  if (span.rank() == rank) {
    const Index count = span.contained();
    if (count <= best.count) return;
    best = {.count = count, .columns = {}};
    for (Index j = 0; j < span.columns(); ++j)
      if (span.contains(j)) best.columns.push_back(j);
    return;
  }
  for (Index j = next; j < span.columns(); ++j) {
    if (span.contains(j)) continue;
    ColumnSpan larger = span;
    larger.add(j);
    search(larger, j + 1, rank, best);
  }
}

}  // namespace

Matrix unit_columns(const Matrix& matrix) {
  Matrix out = matrix;
  for (Index j = 0; j < out.cols(); ++j)
    if (const double length = out.col(j).stableNorm(); length > 0) out.col(j) /= length;
  return out;
}

ColumnSpan::ColumnSpan(const Matrix& matrix) : left_(unit_columns(matrix)) {}

bool ColumnSpan::contains(Index column) const {
  return left_.col(column).squaredNorm() < square(kNothing);
}

void ColumnSpan::add(Index column) {
  if (contains(column)) return;
  const Vector direction = left_.col(column).normalized();
  const Vector parts = left_.transpose() * direction;
  left_.noalias() -= direction * parts.transpose();
  left_.col(column).setZero();
  ++rank_;
}

Index ColumnSpan::contained() const {
  Index count = 0;
  for (Index j = 0; j < columns(); ++j) count += contains(j);
  return count;
}

Index column_rank(const Matrix& matrix) {
  ColumnSpan span(matrix);
  for (Index j = 0; j < matrix.cols(); ++j) span.add(j);
  return span.rank();
}

CrowdedSubspace most_columns_in_subspace(const Matrix& matrix, Index rank) {
  CrowdedSubspace best{.count = -1, .columns = {}};
  search(ColumnSpan(matrix), 0, rank, best);
  return best;
}

double subsets(Index n, Index r) {
  return std::round(std::exp(std::lgamma(static_cast<double>(n) + 1) - std::lgamma(static_cast<double>(r) + 1) -
                             std::lgamma(static_cast<double>(n - r) + 1)));
}

}  // namespace guise::theory
