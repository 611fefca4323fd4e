// SPDX-License-Identifier: Apache-2.0
// Batches of a stream kept in a file without a name, for tables larger than memory.
#pragma once
#include <memory>
#include <vector>

#include "table/input_file.h"
#include "table/memory_table.h"

namespace guise::door {

/// Records of a batch on disk: a batch that is read again stays small, however large those of the stream are.
constexpr std::int64_t kSpooledRecords = 64 * table::kBlock;

class BatchSpool {
 public:
  explicit BatchSpool(std::string what);
  void add(const table::Batch& batch);  ///< of at most kSpooledRecords
  /// Of all that was added; it keeps the file.
  table::MemoryTable finish(std::vector<table::Column> columns) &&;

 private:
  struct Place {
    table::Cell cell;
    std::int64_t data = -1, ends = -1, valid = -1;  ///< from the start of the batch; -1: none
  };
  struct Spooled {
    std::int64_t begin = 0, records = 0;
    std::vector<Place> columns = {};
  };
  std::int64_t keep(const void* bytes, std::size_t count);
  Place keep(const table::ColumnView& column, std::int64_t records);
  static std::shared_ptr<const table::Batch> read(const table::InputFile& file, const Spooled& spooled, std::int64_t end);

  std::string what_;
  std::shared_ptr<table::InputFile> file_;
  std::vector<Spooled> batches_ = {};
  std::int64_t written_ = 0;
  std::string pending_ = {};  ///< of the batch that is being added
};

}  // namespace guise::door
