// SPDX-License-Identifier: Apache-2.0
#include "table/parquet_reader.h"

#include "base/error.h"
#include "table/input_file.h"

namespace guise::table {
namespace {

bool has_magic(const InputFile& file) {
  char magic[4] = {};
  if (file.size() >= 12) file.read(magic, sizeof(magic), 0);
  return std::string_view(magic, sizeof(magic)) == "PAR1" || std::string_view(magic, sizeof(magic)) == "PARE";
}

constexpr const char* kRowNumber = "file_row_number";

/// Whether DuckDB can number the rows: not where a column of the file has the name it would use.
bool can_be_numbered(const InputFile& file) {
  const std::string own =
      fmt::format("SELECT count(*) FROM parquet_schema({}) WHERE name = '{}'", quote_text(file.path()), kRowNumber);
  return Session(1).rows(own, file.name()).at(0)[0] == "0";
}

DuckdbTable parquet_table(const std::string& path) {
  auto file = std::make_shared<const InputFile>(path);
  require(has_magic(*file), "{} is not a Parquet file: it does not begin with PAR1", path);
  const char* options = can_be_numbered(*file) ? ", file_row_number=true" : "";
  const std::string from = fmt::format("read_parquet({}{})", quote_text(file->path()), options);
  return {.name = path, .from = from, .file = std::move(file)};
}

}  // namespace

ParquetReader::ParquetReader(const std::string& path) : DuckdbReader(parquet_table(path)) {
  numbered_ = table_.from.ends_with("=true)");
  if (numbered_) {
    std::erase_if(origins_, [](const Origin& origin) { return origin.column == kRowNumber; });
    std::erase_if(schema_.columns, [](const Column& column) { return column.name == kRowNumber; });
  }
  const std::string groups =
      fmt::format("parquet_metadata({}) WHERE column_id = 0 ORDER BY row_group_id", quote_text(table_.file->path()));
  for (const Row& row : Session(1).rows("SELECT row_group_num_rows FROM " + groups, name_)) {
    if (records_ % kBlock != 0) in_whole_blocks_ = false;
    records_ += std::stoll(row[0].value_or("0"));
  }
}

/// DuckDB skips the row groups outside of the range.
std::unique_ptr<Source> ParquetReader::source_of(const Range& range, const Selection& selection, std::int64_t chunk,
                                                 int threads) const {
  if (!numbered_ || range.whole()) return Reader::source_of(range, selection, chunk, threads);
  const std::string where = fmt::format(" WHERE file_row_number >= {} AND file_row_number < {}", range.begin, range.end);
  return rows_where(where, selection.first_record + range.begin, selection, chunk, threads);
}

std::unique_ptr<Reader> open_parquet(const std::string& path) {
  return std::make_unique<ParquetReader>(path);
}

}  // namespace guise::table
