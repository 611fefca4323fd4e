// SPDX-License-Identifier: Apache-2.0
#include "table/kept_digest.h"

#include <algorithm>
#include <cassert>

#include "table/field_code.h"

namespace guise::table {
namespace {

std::span<const std::uint8_t> bytes_of(const void* data, std::size_t size) {
  return {static_cast<const std::uint8_t*>(data), size};
}

}  // namespace

void KeptDigest::sum_block(std::int64_t block, const std::map<Index, Codes>& pieces) {
  sums_.sum(block, [&](const auto& add) {
    for (std::size_t j = 0; j < columns_; ++j) {
      std::uint64_t size = 0;
      for (const auto& [offset, codes] : pieces) size += codes[j].size();
      add(bytes_of(&size, sizeof(size)));
      for (const auto& [offset, codes] : pieces) add(bytes_of(codes[j].data(), codes[j].size()));
    }
  });
}

void KeptDigest::add_part(std::int64_t block, Index offset, Index count, Codes&& codes) {
  std::map<Index, Codes> whole;
  if (count == kBlock) {
    whole.emplace(offset, std::move(codes));
  } else {
    const std::lock_guard lock(mutex_);
    Partial& partial = partial_[block];
    partial.pieces.emplace(offset, std::move(codes));
    partial.filled += count;
    assert(partial.filled <= kBlock && "rows were added twice");
    if (partial.filled < kBlock) return;
    whole = std::move(partial.pieces);
    partial_.erase(block);
  }
  sum_block(block, whole);
}

void KeptDigest::add(std::int64_t first, Index count, const Encode& encode) {
  if (columns_ == 0) return;
  for (Index at = 0; at < count;) {
    const Index offset = (first + at) % kBlock, rows = std::min<Index>(kBlock - offset, count - at);
    Codes codes(columns_);
    for (std::size_t j = 0; j < columns_; ++j) encode(j, at, rows, codes[j]);
    add_part((first + at) / kBlock, offset, rows, std::move(codes));
    at += rows;
  }
}

void KeptDigest::add(std::int64_t first, const Chunk& chunk) {
  add(first, chunk.records(), [&](std::size_t column, Index from, Index count, std::string& out) {
    const TextColumn& texts = chunk.kept[column];
    for (Index i = from; i < from + count; ++i)
      texts.null[static_cast<std::size_t>(i)] ? append_missing_code(out) : append_field_code(out, text_at(texts, i));
  });
}

std::vector<Bytes32> KeptDigest::finish(std::int64_t rows) {
  if (columns_ == 0) return {};
  if (!partial_.empty()) {  // the last block is short
    const auto& [block, partial] = *partial_.begin();
    assert(partial_.size() == 1 && partial.filled == rows % kBlock && "rows are missing");
    sum_block(block, partial.pieces);
    partial_.clear();
  }
  return sums_.finish("guise kept 1", static_cast<std::int64_t>(columns_), rows);
}

}  // namespace guise::table
