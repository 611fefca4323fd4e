// SPDX-License-Identifier: Apache-2.0
// A digest of numbers that does not depend on file format, chunks or threads.
#pragma once
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "base/matrix.h"
#include "table/block_sums.h"

namespace guise::table {

/// BLAKE2b of the checksums of every kBlock rows in order, preceded by a label, the number of columns and of rows. Within a
/// block the values stand column by column as 8 bytes, little endian; -0 counts as 0. Names are not part of it, because .npy
/// and .fvecs carry none.
class ValuesDigest {
 public:
  /// One digest for each key. Under published_key() it tells a card that belongs to another release, not one that was forged.
  ValuesDigest(Index columns, std::vector<Bytes32> keys) : columns_(columns), sums_(std::move(keys)) {}
  /// Rows [first, first + values.rows()) of the table, from any thread and in any order, each once.
  void add(std::int64_t first, const MatrixRef& values);
  std::vector<Bytes32> finish(std::int64_t rows);

 private:
  struct Partial {
    Matrix values;
    Index filled = 0;
  };
  void add_part(std::int64_t block, Index offset, const MatrixRef& values);
  void sum_block(std::int64_t block, const MatrixRef& values);

  Index columns_;
  BlockSums sums_;
  std::mutex mutex_;
  std::map<std::int64_t, Partial> partial_;  // blocks of which only some rows have come
};

}  // namespace guise::table
