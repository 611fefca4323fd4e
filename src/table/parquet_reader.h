// SPDX-License-Identifier: Apache-2.0
// Parquet files: scanned, and copied through a mask, inside DuckDB's own parallel pipeline.
#pragma once
#include <string>

#include "table/duckdb_reader.h"

namespace guise::table {

class ParquetReader final : public DuckdbReader {
 public:
  explicit ParquetReader(const std::string& path);
  std::optional<std::int64_t> records() const override { return records_; }
  bool scan_inside(const Selection&, const Work&, const std::function<void(const Chunk&)>&) const override;
  std::unique_ptr<Source> source_of(const Range&, const Selection&, std::int64_t chunk, int threads) const override;

  /// Every vector DuckDB hands out starts at a block and ends with one, except the last: row groups are whole blocks.
  bool in_whole_blocks() const { return in_whole_blocks_; }
  /// DuckDB's numbering of rows is not hidden behind a column of the same name.
  bool rideable() const { return numbered_; }

 private:
  std::int64_t records_ = 0;
  bool in_whole_blocks_ = true, numbered_ = true;
};

}  // namespace guise::table
