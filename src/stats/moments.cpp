// SPDX-License-Identifier: Apache-2.0
#include "stats/moments.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "linalg/products.h"
#include "stats/block_sums.h"
#include "stats/ordered_merge.h"
#include "table/chunk.h"

namespace guise::stats {

void Moments::add(const MatrixRef& records) {
  for (Index first = 0; first < records.rows(); first += table::kBlock) {
    Moments block = of_block(records.middleRows(first, std::min<Index>(table::kBlock, records.rows() - first)));
    if (count_ == 0)
      *this = std::move(block);
    else
      merge(block);
  }
}

Moments Moments::of_block(const MatrixRef& block) {
  const Index rows = block.rows(), columns = block.cols();
  const double n = static_cast<double>(rows);
  Moments out;
  out.count_ = rows;
  out.mean_.resize(columns);
  out.least_.resize(columns);
  out.most_.resize(columns);
  // Eight rows more than needed: columns a power of two apart would fall on the same few lines of the cache. Kept from block to
  // block: fresh memory costs as much as filling it.
  thread_local Matrix buffer;
  if (buffer.rows() != rows + 8 || buffer.cols() < columns) buffer.resize(rows + 8, columns);
  auto shifted = buffer.topLeftCorner(rows, columns);
  Vector rest(columns);
  for (Index j = 0; j < columns; ++j) {
    // Shifted by a record of the block, products stay of the size of the spread: a mean of 1e9 costs no digits, and a constant
    // attribute has a variance of exactly zero. Should that record be an outlier, it is one of the block: at most the digits of
    // the number of records are lost, 1e-13 of the variance.
    const double* values = block.data() + j * block.outerStride();
    const ColumnSummary column = shift_column(values, rows, values[0], shifted.col(j).data());
    out.least_[j] = column.least;
    out.most_[j] = column.most;
    rest[j] = column.sum / n;
    out.mean_[j] = values[0] + rest[j];
  }
  out.scatter_ = Matrix::Zero(columns, columns);
  linalg::add_gram(shifted, out.scatter_);
  // About the mean, which is `rest` away from the shift, the sum of products is less by n rest rest'.
  for (Index j = 0; j < columns; ++j) out.scatter_.col(j).tail(columns - j) -= n * rest[j] * rest.tail(columns - j);
  return out;
}

void Moments::merge(const Moments& later) {
  if (later.count_ == 0) return;
  if (count_ == 0) {
    *this = later;
    return;
  }
  assert(attributes() == later.attributes() && "moments of different tables");
  // Chan, Golub and LeVeque (1979), equation 2.1b.
  const double mine = static_cast<double>(count_), theirs = static_cast<double>(later.count_), n = mine + theirs;
  const Vector step = later.mean_ - mean_;
  for (Index j = 0; j < attributes(); ++j) {
    const Index below = attributes() - j;
    scatter_.col(j).tail(below) += later.scatter_.col(j).tail(below) + (mine * (theirs / n) * step[j]) * step.tail(below);
  }
  mean_ += step * (theirs / n);
  least_ = least_.cwiseMin(later.least_);
  most_ = most_.cwiseMax(later.most_);
  count_ += later.count_;
}

Matrix Moments::covariance() const {
  const Matrix full = scatter_.selfadjointView<Eigen::Lower>();
  return full / static_cast<double>(std::max<std::int64_t>(count_ - 1, 1));
}

Moments Moments::in_units(const Vector& center, const Vector& scale) const {
  Moments out = *this;
  for (Vector* each : {&out.mean_, &out.least_, &out.most_}) *each = (*each - center).cwiseQuotient(scale);
  const Vector inverse = scale.cwiseInverse();
  out.scatter_ = inverse.asDiagonal() * scatter_ * inverse.asDiagonal();
  return out;
}

Moments Moments::select(const std::vector<Index>& columns) const {
  Moments some;
  some.count_ = count_;
  some.mean_ = mean_(columns);
  some.least_ = least_(columns);
  some.most_ = most_(columns);
  const Matrix whole = scatter_.selfadjointView<Eigen::Lower>();
  some.scatter_ = whole(columns, columns);
  return some;
}

Vector Moments::variance() const {
  return scatter_.diagonal() / static_cast<double>(std::max<std::int64_t>(count_, 1));
}

Moments joint_moments(const MatrixRef& left, const MatrixRef& right) {
  Matrix joint(left.rows(), left.cols() + right.cols());
  joint << left, right;
  Moments moments;
  moments.add(joint);
  return moments;
}

Moments moments_of(const MatrixRef& records) {
  OrderedMerge<Moments> merged;
  const Index blocks = (records.rows() + table::kBlock - 1) / table::kBlock;
  tbb::parallel_for(Index{0}, blocks, [&](Index block) {
    const Index first = block * table::kBlock;
    Moments part;
    part.add(records.middleRows(first, std::min<Index>(table::kBlock, records.rows() - first)));
    merged.add(block, std::move(part));
  });
  return merged.finish({});
}

}  // namespace guise::stats
