// SPDX-License-Identifier: Apache-2.0
// Which format a path means. A name is taken as it is: only a query reads files by a pattern.
#include <filesystem>

#include "base/error.h"
#include "table/format.h"
#include "table/parquet_folder.h"
#include "table/reader.h"

namespace guise::table {
namespace {

void refuse_pattern(Format format, const std::string& file) {
  const bool queried = format == Format::csv || format == Format::parquet || format == Format::json;
  std::error_code ignored;
  if (!queried || file.find_first_of("*?[") == std::string::npos || std::filesystem::exists(file, ignored)) return;
  refuse("{0} does not exist; names are no patterns: read every file that matches with ‘sql=\"SELECT * FROM '{0}'\"’", file);
}

}  // namespace

Table Table::open(const std::string& path) {
  const std::filesystem::path place(path);
  std::error_code ignored;
  if (is_parquet_folder(place)) return Table(open_parquet_folder(place));
  if (place.filename() == "*.parquet" && !std::filesystem::exists(place, ignored) && is_parquet_folder(place.parent_path()))
    return Table(open_parquet_folder(place.parent_path()));
  const auto [format, file, table, sql] = format_of(path);
  refuse_pattern(format, file);
  switch (format) {
    case Format::pipe:
      return Table(open_standard_input());
    case Format::csv:
      return Table(open_csv(file));
    case Format::parquet:
      return Table(open_parquet(file));
    case Format::json:
      return Table(open_json(file));
    case Format::npy:
      return Table(open_npy(file));
    case Format::fvecs:
      return Table(open_fvecs(file));
    case Format::database:
      return Table(open_database(file, table));
    case Format::memory:
      return Table(open_memory(file));
    case Format::npz:
      return Table(open_npz(file, table));
    case Format::workbook:
      return Table(open_workbook(file, table));
    case Format::statistics:
      return Table(open_statistics(file));
    case Format::sqlite:
      return Table(open_sqlite(file, table, sql));
    case Format::postgres:
      return Table(open_postgres(file, table, sql));
  }
  fail("no reader for {}", path);
}

}  // namespace guise::table
