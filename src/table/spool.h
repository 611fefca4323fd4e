// SPDX-License-Identifier: Apache-2.0
// A foreign table as guise keeps it while it runs: CSV in a temporary file without a name, written once and read as often as
// needed. Its types are those of the foreign file.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "table/input_file.h"
#include "table/reader.h"

namespace guise::table {

class Spool {
 public:
  /// `name`: of the foreign table, for messages. Columns without a name get one; refuses too many, and two of one name.
  Spool(std::string name, std::vector<std::string> columns);
  Spool(Spool&&) = default;

  void missing() { begin_field(); }
  void number(double x);  ///< NaN: missing
  void whole(std::int64_t x);
  void text(std::string_view text);     ///< quoted where needed; an empty one is not missing
  void literal(std::string_view text);  ///< a number or date in the form that CSV has
  void end_record();

  const std::string& name() const { return name_; }
  const std::vector<std::string>& columns() const { return columns_; }
  std::int64_t records() const { return records_; }
  /// Everything is written; `begin` becomes the place of the first record. Refuses a table without records.
  std::unique_ptr<InputFile> finish(std::int64_t& begin);

 private:
  void begin_field();
  void flush();
  std::string name_;
  std::vector<std::string> columns_;
  std::unique_ptr<InputFile> file_;
  std::string buffer_;
  std::int64_t begin_ = 0, records_ = 0;
  std::size_t field_ = 0;
};

/// A temporary file without a name for what `name` holds; it is shown to people as that.
std::unique_ptr<InputFile> temporary_copy(const std::string& name);
void append_to_copy(const InputFile& copy, std::string_view bytes);

/// What is known of a table besides its records.
struct SpooledTable {
  std::vector<Column> columns;                    ///< as of the spool, with their types
  std::vector<std::filesystem::path> files = {};  ///< that were read
  std::vector<std::string> notes = {};            ///< to be said
};

std::unique_ptr<Reader> open_spool(Spool&& spool, SpooledTable table);

}  // namespace guise::table
