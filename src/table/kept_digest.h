// SPDX-License-Identifier: Apache-2.0
// A digest of the columns that a release carries through, independent of chunks and threads, and of the file format as far as
// numbers go.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "base/matrix.h"
#include "table/block_sums.h"
#include "table/chunk.h"

namespace guise::table {

/// As ValuesDigest, of the codes of the fields (field_code.h): within a block column by column, each preceded by the number of
/// its bytes as 8.
class KeptDigest {
 public:
  /// Appends the codes of rows [from, from + count) of a column.
  using Encode = std::function<void(std::size_t column, Index from, Index count, std::string& out)>;

  KeptDigest(std::size_t columns, std::vector<Bytes32> keys) : columns_(columns), sums_(std::move(keys)) {}
  /// Rows [first, first + count) of the release, from any thread and in any order, each once.
  void add(std::int64_t first, Index count, const Encode& encode);
  void add(std::int64_t first, const Chunk& chunk);
  std::vector<Bytes32> finish(std::int64_t rows);

 private:
  using Codes = std::vector<std::string>;  // of a column each
  struct Partial {
    std::map<Index, Codes> pieces;  // by their first row in the block
    Index filled = 0;
  };
  void add_part(std::int64_t block, Index offset, Index count, Codes&& codes);
  void sum_block(std::int64_t block, const std::map<Index, Codes>& pieces);

  std::size_t columns_;
  BlockSums sums_;
  std::mutex mutex_;
  std::map<std::int64_t, Partial> partial_;  // blocks of which only some rows have come
};

}  // namespace guise::table
