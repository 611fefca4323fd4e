// SPDX-License-Identifier: Apache-2.0
// The file formats, by the ending of a name.
#pragma once
#include <string>

namespace guise::table {

/// The first eight are written as well (is_written).
enum class Format { pipe, csv, parquet, json, npy, fvecs, database, memory, npz, workbook, statistics, sqlite, postgres };

struct FormatOf {
  Format format;
  std::string file;
  std::string table = "";  ///< of file.duckdb:table, file.xlsx:sheet, file.npz:array and postgres://…#table
  std::string sql = "";    ///< of file.sqlite:(SELECT …) and postgres://…#(SELECT …): a query of the database's own
};

/// Refuses an ending that guise does not read, and says how such a file is converted where that is known.
FormatOf format_of(const std::string& path);

/// The whole name of a part of a file: its sheet, table or array, or what a query of its own gives. Refuses a part where the
/// file is a single table, or already names one.
std::string name_of_part(const std::string& path, const std::string& part, const std::string& sql);

/// The file of a table, whatever its ending: all but the table's name of file.duckdb:table.
std::string file_of(const std::string& path);

bool has_parts(Format format);   ///< a file may hold several tables
bool is_written(Format format);  ///< releases are written in it

/// What stands between the fields of a .csv or .tsv file.
char csv_delimiter(const std::string& path);

std::string in_lower_case(std::string text);  ///< ASCII

/// How Parquet is written. Masked numbers hardly ever repeat: DuckDB gives up on a dictionary of them at 1024 entries, not at
/// its own 24576, which takes a quarter off the time of a copy; rounded and binned columns still get theirs.
inline constexpr const char* kParquetOptions = "FORMAT parquet, DICTIONARY_SIZE_LIMIT 1024";

}  // namespace guise::table
