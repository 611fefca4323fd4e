// SPDX-License-Identifier: Apache-2.0
// Where records of a CSV file begin: one place for every 64 blocks, so that a range is read from near its first record on.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "table/csv_dialect.h"

namespace guise::table {

class CsvIndex {
 public:
  CsvIndex() = default;  ///< nothing is known
  /// In one pass over the bytes, which are not parsed.
  static CsvIndex of(const InputFile& file, const CsvDialect& dialect);
  /// From its bytes, of a file of this dialect; refuses what cannot be.
  CsvIndex(const std::string& bytes, const std::string& origin, const CsvDialect& dialect);
  std::string bytes() const;

  std::optional<std::int64_t> records() const { return records_; }
  /// A record at or before this one, and its place; the file's first where nothing nearer is known.
  std::pair<std::int64_t, std::int64_t> before(std::int64_t record, std::int64_t begin) const;

 private:
  std::optional<std::int64_t> records_;
  std::int64_t end_ = 0;              // of the file's records
  std::vector<std::int64_t> places_;  // of the records 0, kEvery, 2 kEvery, …
};

}  // namespace guise::table
