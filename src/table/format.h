// SPDX-License-Identifier: Apache-2.0
// The file formats, by the ending of a name.
#pragma once
#include <string>

namespace guise::table {

enum class Format { pipe, csv, parquet, json, npy, fvecs, database, memory };

struct FormatOf {
  Format format;
  std::string file;
  std::string table = "";  ///< of file.duckdb:table
};

/// Refuses an ending that is none of .csv .tsv .parquet .json .npy .fvecs .duckdb, naming them.
FormatOf format_of(const std::string& path);

/// The file of a table, whatever its ending: all but the table's name of file.duckdb:table.
std::string file_of(const std::string& path);

/// What stands between the fields of a .csv or .tsv file.
char csv_delimiter(const std::string& path);

/// How Parquet is written. Masked numbers hardly ever repeat: DuckDB gives up on a dictionary of them at 1024 entries, not at
/// its own 24576, which takes a quarter off the time of a copy; rounded and binned columns still get theirs.
inline constexpr const char* kParquetOptions = "FORMAT parquet, DICTIONARY_SIZE_LIMIT 1024";

}  // namespace guise::table
