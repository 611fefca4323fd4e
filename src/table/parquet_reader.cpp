// SPDX-License-Identifier: Apache-2.0
#include "table/parquet_reader.h"

#include "base/error.h"
#include "table/input_file.h"

namespace guise::table {
namespace {

bool has_magic(const std::filesystem::path& path) {
  const InputFile file(path);
  char magic[4] = {};
  if (file.size() >= 12) file.read(magic, sizeof(magic), 0);
  return std::string_view(magic, sizeof(magic)) == "PAR1" || std::string_view(magic, sizeof(magic)) == "PARE";
}

constexpr const char* kRowNumber = "file_row_number";

/// Whether DuckDB can number the rows: not where a column of the file has the name it would use.
bool can_be_numbered(const std::string& path) {
  const std::string own =
      fmt::format("SELECT count(*) FROM parquet_schema({}) WHERE name = '{}'", quote_text(path), kRowNumber);
  return Session(1).rows(own, path).at(0)[0] == "0";
}

/// One file, or those that a pattern like month-*.parquet matches, in DuckDB's order.
DuckdbTable parquet_table(const std::string& path) {
  DuckdbTable table{.name = path, .from = {}};
  std::error_code ignored;
  if (path.find_first_of("*?[") == std::string::npos || std::filesystem::exists(path, ignored)) {
    table.files = {path};
  } else {
    for (const Row& row : Session(1).rows(fmt::format("SELECT file FROM glob({})", quote_text(path)), path)) {
      table.files.emplace_back(row[0].value_or(""));
    }
    require(!table.files.empty(), "no file matches {}", path);
  }
  for (const auto& file : table.files) {
    require(has_magic(file), "{} is not a Parquet file: it does not begin with PAR1", file.string());
  }
  const char* options = can_be_numbered(path) ? ", file_row_number=true" : "";
  table.from = fmt::format("read_parquet({}{})", quote_text(path), options);
  return table;
}

}  // namespace

ParquetReader::ParquetReader(const std::string& path) : DuckdbReader(parquet_table(path)) {
  numbered_ = table_.from.ends_with("=true)");
  if (numbered_) {
    std::erase_if(origins_, [](const Origin& origin) { return origin.column == kRowNumber; });
    std::erase_if(schema_.columns, [](const Column& column) { return column.name == kRowNumber; });
  }
  const Session session(1);
  for (const auto& file : table_.files) {
    offsets_.push_back(records_);
    const std::string groups =
        fmt::format("parquet_metadata({}) WHERE column_id = 0 ORDER BY row_group_id", quote_text(file.string()));
    for (const Row& row : session.rows("SELECT row_group_num_rows FROM " + groups, name_)) {
      if (records_ % kBlock != 0) in_whole_blocks_ = false;
      records_ += std::stoll(row[0].value_or("0"));
    }
  }
}

bool ParquetReader::rideable() const {
  return numbered_ && !schema_.find("file_index");
}

std::unique_ptr<Reader> open_parquet(const std::string& path) {
  return std::make_unique<ParquetReader>(path);
}

}  // namespace guise::table
