// SPDX-License-Identifier: Apache-2.0
#include "table/format.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "base/error.h"
#include "table/memory_tables.h"
#include "table/parquet_folder.h"
#include "table/parts_folder.h"

namespace guise::table {

namespace {

constexpr std::string_view kTableBehind = ".duckdb:";

std::string in_lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

}  // namespace

std::string file_of(const std::string& path) {
  const auto at = in_lower_case(path).rfind(kTableBehind);
  return at == std::string::npos ? path : path.substr(0, at + kTableBehind.size() - 1);
}

FormatOf format_of(const std::string& path) {
  if (path == "-") return {Format::pipe, path};
  const std::string lower = in_lower_case(path);
  const auto ends = [&](std::string_view ending) { return lower.ends_with(ending); };
  if (ends(".csv") || ends(".tsv") || ends(".txt") || ends(".csv.gz") || ends(".tsv.gz")) return {Format::csv, path};
  if (ends(".parquet")) return {Format::parquet, path};
  if (ends(".json") || ends(".jsonl") || ends(".ndjson")) return {Format::json, path};
  if (ends(".npy")) return {Format::npy, path};
  if (ends(".fvecs")) return {Format::fvecs, path};
  if (ends(".duckdb")) return {Format::database, path};
  if (path.ends_with(kMemoryEnding) && is_in_memory(path)) return {Format::memory, path};
  if (const std::string file = file_of(path); file != path) {
    const std::string table = path.substr(file.size() + 1);
    require(!table.empty(), "{} names no table behind the colon; write file.duckdb or file.duckdb:table", path);
    return {Format::database, file, table};
  }
  if (is_parquet_folder(path) || names_folder(path)) return {Format::parquet, path};
  std::error_code ignored;
  require(!path.empty(), "the name of a table is empty; use .csv, .tsv, .parquet, .json, .npy, .fvecs or .duckdb");
  require(!std::filesystem::is_directory(path, ignored), "{} is a folder; name a file in it", path);
  require(std::filesystem::path(path).has_extension(),
          "'{}' has no file extension; use .csv, .tsv, .parquet, .json, .npy, .fvecs or .duckdb", path);
  refuse("{} has a file extension that guise does not read; use .csv, .tsv, .parquet, .json, .npy, .fvecs or .duckdb", path);
}

char csv_delimiter(const std::string& path) {
  return path.ends_with(".tsv") ? '\t' : ',';
}

}  // namespace guise::table
