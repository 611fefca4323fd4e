// SPDX-License-Identifier: Apache-2.0
// Checksums of blocks of records, under one key or several, put together to digests in the order of the blocks.
#pragma once
#include <cstdint>
#include <memory>
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
    Checksums checksums = started();
    fill([&](std::span<const std::uint8_t> bytes) {
      for (const auto& each : checksums) each->add(bytes);
    });
    store(block, std::move(checksums));
  }
  /// BLAKE2b of a label, the number of columns, that of rows, and the sums.
  std::vector<Bytes32> finish(std::string_view label, std::int64_t columns, std::int64_t rows) const;

 private:
  using Checksums = std::vector<std::unique_ptr<Checksum>>;  // one for each key
  Checksums started();
  void store(std::int64_t block, Checksums&& checksums);

  std::vector<Bytes32> keys_;
  std::mutex mutex_;
  std::vector<std::vector<Bytes16>> sums_;  // per key, per block
  std::vector<Checksums> unused_;           // making them takes longer than a sum of few columns
};

/// Under it a sum tells mistakes, not forgeries: everybody knows it.
Bytes32 published_key();

}  // namespace guise::table
