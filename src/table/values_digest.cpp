// SPDX-License-Identifier: Apache-2.0
#include "table/values_digest.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "table/chunk.h"

namespace guise::table {
namespace {

static_assert(std::endian::native == std::endian::little, "values are hashed as little-endian bytes");

std::span<const std::uint8_t> bytes_of(const double* values, Index count) {
  return {reinterpret_cast<const std::uint8_t*>(values), static_cast<std::size_t>(count) * sizeof(double)};
}

}  // namespace

void ValuesDigest::sum_block(std::int64_t block, const MatrixRef& values) {
  sums_.sum(block, [&](const auto& add) {
    double column[kBlock];
    for (Index j = 0; j < values.cols(); ++j) {
      // Adding 0 turns -0 into 0 and leaves every other number alone.
      for (Index i = 0; i < values.rows(); ++i) column[i] = values(i, j) + 0.0;
      add(bytes_of(column, values.rows()));
    }
  });
}

void ValuesDigest::add_part(std::int64_t block, Index offset, const MatrixRef& values) {
  Matrix whole;
  {
    const std::lock_guard lock(mutex_);
    Partial& partial = partial_[block];
    if (partial.values.rows() == 0) partial.values.resize(kBlock, columns_);
    partial.values.middleRows(offset, values.rows()) = values;
    partial.filled += values.rows();
    assert(partial.filled <= kBlock && "rows were added twice");
    if (partial.filled < kBlock) return;
    whole = std::move(partial.values);
    partial_.erase(block);
  }
  sum_block(block, whole);
}

void ValuesDigest::add(std::int64_t first, const MatrixRef& values) {
  for (Index at = 0; at < values.rows();) {
    const std::int64_t block = (first + at) / kBlock;
    const Index offset = (first + at) % kBlock, count = std::min<Index>(kBlock - offset, values.rows() - at);
    const auto rows = values.middleRows(at, count);
    if (count == kBlock) {
      sum_block(block, rows);
    } else {
      add_part(block, offset, rows);
    }
    at += count;
  }
}

std::vector<Bytes32> ValuesDigest::finish(std::int64_t rows) {
  if (!partial_.empty()) {  // the last block is short
    const auto& [block, partial] = *partial_.begin();
    assert(partial_.size() == 1 && partial.filled == rows % kBlock && "rows are missing");
    sum_block(block, partial.values.topRows(partial.filled));
    partial_.clear();
  }
  return sums_.finish("guise values 1", columns_, rows);
}

}  // namespace guise::table
