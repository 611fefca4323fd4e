// SPDX-License-Identifier: Apache-2.0
#include "table/format.h"

#include <algorithm>
#include <cctype>

#include "base/error.h"

namespace guise::table {

FormatOf format_of(const std::string& path) {
  if (path == "-") return {Format::pipe, path};
  std::string lower = path;
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  const auto ends = [&](std::string_view ending) { return lower.ends_with(ending); };
  if (ends(".csv") || ends(".tsv") || ends(".txt") || ends(".csv.gz") || ends(".tsv.gz")) return {Format::csv, path};
  if (ends(".parquet")) return {Format::parquet, path};
  if (ends(".json") || ends(".jsonl") || ends(".ndjson")) return {Format::json, path};
  if (ends(".npy")) return {Format::npy, path};
  if (ends(".fvecs")) return {Format::fvecs, path};
  if (ends(".duckdb")) return {Format::database, path};
  if (const auto at = lower.rfind(".duckdb:"); at != std::string::npos) {
    const std::string table = path.substr(at + 8);
    require(!table.empty(), "{} names no table behind the colon; write file.duckdb or file.duckdb:table", path);
    return {Format::database, path.substr(0, at + 7), table};
  }
  refuse("{} has an ending guise does not know; use .csv, .tsv, .parquet, .json, .npy, .fvecs or .duckdb", path);
}

char csv_delimiter(const std::string& path) {
  return path.ends_with(".tsv") ? '\t' : ',';
}

}  // namespace guise::table
