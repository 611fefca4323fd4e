// SPDX-License-Identifier: Apache-2.0
// Checksums of blocks of records, under one key or several, put together to digests in the order of the blocks.
#pragma once
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/checksum.h"

namespace guise::table {

class BlockSums {
 public:
  /// One digest for each key.
  explicit BlockSums(std::vector<Bytes32> keys) : keys_(std::move(keys)), sums_(keys_.size()) {}

  /// From any thread, each block once. `fill(add)` calls add(bytes) with what the block holds.
  template <typename Fill>
  void sum(std::int64_t block, const Fill& fill) {
    std::deque<Checksum> checksums;
    for (const Bytes32& key : keys_) checksums.emplace_back(key);
    fill([&](std::span<const std::uint8_t> bytes) {
      for (Checksum& each : checksums) each.add(bytes);
    });
    store(block, checksums);
  }
  /// BLAKE2b of a label, the number of columns, that of rows, and the sums.
  std::vector<Bytes32> finish(std::string_view label, std::int64_t columns, std::int64_t rows) const;

 private:
  void store(std::int64_t block, std::deque<Checksum>& checksums);

  std::vector<Bytes32> keys_;
  std::mutex mutex_;
  std::vector<std::vector<Bytes16>> sums_;  // per key, per block
};

/// Under it a sum tells mistakes, not forgeries: everybody knows it.
Bytes32 published_key();

}  // namespace guise::table
