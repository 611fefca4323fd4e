// SPDX-License-Identifier: Apache-2.0
// A digest of numbers that does not depend on file format, chunks or threads.
#pragma once
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/matrix.h"

namespace guise::table {

/// BLAKE2b of the checksums of every kBlock rows in order, preceded by a label, the number of columns and of rows. Within a
/// block the values stand column by column as 8 bytes, little endian; -0 counts as 0. Names and kept columns are not part of
/// it, because .npy and .fvecs carry none.
class ValuesDigest {
 public:
  /// Without a key of one's own it tells a card that belongs to another release, not one that was forged.
  explicit ValuesDigest(Index columns);
  ValuesDigest(Index columns, const Bytes32& key) : columns_(columns), key_(key) {}
  /// Rows [first, first + values.rows()) of the table, from any thread and in any order, each once.
  void add(std::int64_t first, const MatrixRef& values);
  Bytes32 finish(std::int64_t rows);

 private:
  struct Partial {
    Matrix values;
    Index filled = 0;
  };
  void add_part(std::int64_t block, Index offset, const MatrixRef& values);
  Bytes16 sum_block(const MatrixRef& values) const;
  void store(std::int64_t block, const Bytes16& sum);

  Index columns_;
  Bytes32 key_;
  std::mutex mutex_;
  std::vector<Bytes16> sums_;                // per block
  std::map<std::int64_t, Partial> partial_;  // blocks of which only some rows have come
};

}  // namespace guise::table
