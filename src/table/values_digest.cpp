// SPDX-License-Identifier: Apache-2.0
#include "table/values_digest.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <string_view>

#include "base/digest.h"
#include "table/chunk.h"

namespace guise::table {
namespace {

static_assert(std::endian::native == std::endian::little, "values are hashed as little-endian bytes");

std::span<const std::uint8_t> bytes_of(const double* values, Index count) {
  return {reinterpret_cast<const std::uint8_t*>(values), static_cast<std::size_t>(count) * sizeof(double)};
}

}  // namespace

ValuesDigest::ValuesDigest(Index columns) : columns_(columns) {
  constexpr std::string_view published = "the values of a released table..";
  static_assert(published.size() == Bytes32{}.size());
  std::copy(published.begin(), published.end(), key_.begin());
}

Bytes16 ValuesDigest::sum_block(const MatrixRef& values) const {
  Checksum sum(key_);
  double column[kBlock];
  for (Index j = 0; j < values.cols(); ++j) {
    // Adding 0 turns -0 into 0 and leaves every other number alone.
    for (Index i = 0; i < values.rows(); ++i) column[i] = values(i, j) + 0.0;
    sum.add(bytes_of(column, values.rows()));
  }
  return sum.finish();
}

void ValuesDigest::store(std::int64_t block, const Bytes16& sum) {
  const std::lock_guard lock(mutex_);
  if (sums_.size() <= static_cast<std::size_t>(block)) sums_.resize(static_cast<std::size_t>(block) + 1);
  sums_[static_cast<std::size_t>(block)] = sum;
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
  store(block, sum_block(whole));
}

void ValuesDigest::add(std::int64_t first, const MatrixRef& values) {
  for (Index at = 0; at < values.rows();) {
    const std::int64_t block = (first + at) / kBlock;
    const Index offset = (first + at) % kBlock, count = std::min<Index>(kBlock - offset, values.rows() - at);
    const auto rows = values.middleRows(at, count);
    if (count == kBlock) {
      store(block, sum_block(rows));
    } else {
      add_part(block, offset, rows);
    }
    at += count;
  }
}

Bytes32 ValuesDigest::finish(std::int64_t rows) {
  if (!partial_.empty()) {  // the last block is short
    const auto& [block, partial] = *partial_.begin();
    assert(partial_.size() == 1 && partial.filled == rows % kBlock && "rows are missing");
    store(block, sum_block(partial.values.topRows(partial.filled)));
    partial_.clear();
  }
  assert(static_cast<std::int64_t>(sums_.size()) == (rows + kBlock - 1) / kBlock);
  Digest digest;
  digest.add("guise values 1");
  const std::int64_t shape[2] = {columns_, rows};
  digest.add({reinterpret_cast<const std::uint8_t*>(shape), sizeof(shape)});
  for (const Bytes16& sum : sums_) digest.add(sum);
  return digest.finish();
}

}  // namespace guise::table
