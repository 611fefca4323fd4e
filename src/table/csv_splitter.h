// SPDX-License-Identifier: Apache-2.0
// Cuts the bytes of a CSV file into pieces of whole records, without parsing them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "table/csv_dialect.h"

namespace guise::table {

struct CsvPiece {
  std::string bytes;
  std::int64_t first = 0;  ///< number of its first record, from 0
  std::int64_t records = 0;
};

/// Finds the ends of records: newlines outside quotes. A quote opens a field only where the field begins.
class RecordCounter {
 public:
  explicit RecordCounter(const CsvDialect& dialect) : delimiter_(dialect.delimiter), quote_(dialect.quote) {}
  /// Goes on in `bytes` from where it stopped until `wanted` records have ended; the place behind the last one found is end().
  void advance(std::string_view bytes, std::int64_t wanted);
  std::int64_t records() const { return records_; }
  std::size_t end() const { return end_; }

 private:
  void skip_plain(std::string_view bytes, std::int64_t wanted);
  void skip_quoted(std::string_view bytes, std::int64_t wanted);
  char delimiter_, quote_;
  bool inside_ = false, may_open_ = true;
  std::size_t at_ = 0, end_ = 0;
  std::int64_t records_ = 0;
};

class CsvSplitter {
 public:
  CsvSplitter(const InputFile& file, const CsvDialect& dialect) : file_(file), dialect_(dialect), at_(dialect.begin) {}
  /// From the record `number` on, which starts at this place.
  CsvSplitter(const InputFile& file, const CsvDialect& dialect, std::int64_t place, std::int64_t number)
      : file_(file), dialect_(dialect), at_(place), done_(number) {}
  /// The next `records` records, fewer at the end, none behind it.
  std::optional<CsvPiece> next(std::int64_t records);

 private:
  bool read_more(std::int64_t records);
  const InputFile& file_;
  const CsvDialect& dialect_;
  std::int64_t at_, done_ = 0;
  std::string buffer_;             // what was read and not yet handed out
  double bytes_per_record_ = 128;  // so far
};

/// The fields of one record.
std::vector<std::string> split_fields(std::string_view record, const CsvDialect& dialect);

}  // namespace guise::table
