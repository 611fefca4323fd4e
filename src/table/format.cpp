// SPDX-License-Identifier: Apache-2.0
#include "table/format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/names.h"
#include "table/database_address.h"
#include "table/memory_tables.h"
#include "table/parquet_folder.h"
#include "table/parts_folder.h"

namespace guise::table {

namespace {

struct Ending {
  std::string_view ending;
  Format format;
  bool of_tables = false;  // a colon and the name of a table may follow
};

constexpr std::array<Ending, 24> kEndings = {{{".csv", Format::csv},
                                              {".tsv", Format::csv},
                                              {".txt", Format::csv},
                                              {".csv.gz", Format::csv},
                                              {".tsv.gz", Format::csv},
                                              {".parquet", Format::parquet},
                                              {".json", Format::json},
                                              {".jsonl", Format::json},
                                              {".ndjson", Format::json},
                                              {".npy", Format::npy},
                                              {".fvecs", Format::fvecs},
                                              {".duckdb", Format::database, true},
                                              {".npz", Format::npz, true},
                                              {".xlsx", Format::workbook, true},
                                              {".xlsm", Format::workbook, true},
                                              {".sqlite", Format::sqlite, true},
                                              {".sqlite3", Format::sqlite, true},
                                              {".db", Format::sqlite, true},
                                              {".dta", Format::statistics},
                                              {".sav", Format::statistics},
                                              {".zsav", Format::statistics},
                                              {".por", Format::statistics},
                                              {".sas7bdat", Format::statistics},
                                              {".xpt", Format::statistics}}};

struct Conversion {
  std::string_view ending, kind, way;
};

constexpr std::array<Conversion, 14> kConversions = {
    {{".xls", "an old Excel workbook", "save it as .xlsx in Excel or LibreOffice"},
     {".xlsb", "a binary Excel workbook", "save it as .xlsx in Excel"},
     {".ods", "an OpenDocument spreadsheet", "save it as .xlsx or .csv in LibreOffice"},
     {".feather", "an Arrow file", "convert it by Python: pandas.read_feather('FILE').to_parquet('FILE.parquet')"},
     {".arrow", "an Arrow file", "convert it by Python: pandas.read_feather('FILE').to_parquet('FILE.parquet')"},
     {".rds", "a file of R", "convert it by R: write.csv(readRDS('FILE'), 'FILE.csv', row.names = FALSE)"},
     {".rdata", "a file of R", "convert it by R: load('FILE'); write.csv(TABLE, 'FILE.csv', row.names = FALSE)"},
     {".pkl", "a pickle, which may run code", "convert it by Python: pandas.read_pickle('FILE').to_parquet('FILE.parquet')"},
     {".pickle", "a pickle, which may run code", "convert it by Python: pandas.read_pickle('FILE').to_parquet('FILE.parquet')"},
     {".h5", "an HDF5 file", "convert it by Python: pandas.read_hdf('FILE').to_parquet('FILE.parquet')"},
     {".hdf5", "an HDF5 file", "convert it by Python: pandas.read_hdf('FILE').to_parquet('FILE.parquet')"},
     {".mat", "a file of MATLAB", "convert it by MATLAB: writematrix(X, 'FILE.csv')"},
     {".pt", "a file of PyTorch", "convert it by Python: numpy.save('FILE.npy', tensor.numpy())"},
     {".safetensors", "a file of tensors", "convert it by Python: numpy.save('FILE.npy', tensor)"}}};

constexpr std::string_view kRead =
    ".csv, .tsv, .csv.gz, .parquet, .json, .xlsx, .dta, .sav, .sas7bdat, .xpt, .sqlite, .duckdb, .npy, .npz or .fvecs";

std::optional<Ending> ending_of(std::string_view lower, bool of_tables = false) {
  for (const Ending& each : kEndings)
    if (lower.ends_with(each.ending) && (!of_tables || each.of_tables)) return each;
  return {};
}

/// Where the colon before a table's name is: the first one behind an ending.
std::optional<std::size_t> colon_of(const std::string& path) {
  const std::string lower = in_lower_case(path);
  for (std::size_t at = lower.find(':'); at != std::string::npos; at = lower.find(':', at + 1))
    if (ending_of(std::string_view(lower).substr(0, at), true)) return at;
  return {};
}

/// A file beside it with the same name and an extension, as "Did you mean iris.csv?".
std::string with_extension(const std::string& path) {
  for (const Ending& each : kEndings) {
    std::error_code ignored;
    const std::string there = path + std::string(each.ending);
    if (std::filesystem::exists(there, ignored)) return fmt::format("; did you mean '{}'?", there);
  }
  return fmt::format("; use {}", kRead);
}

[[noreturn]] void refuse_ending(const std::string& path) {
  const std::string lower = in_lower_case(path);
  for (const Conversion& each : kConversions)
    if (lower.ends_with(each.ending)) refuse("{} is {}, which guise does not read; {}", path, each.kind, each.way);
  const std::string stem = std::filesystem::path(path).replace_extension().string();
  refuse("{} has a file extension that guise does not read{}", path, with_extension(stem));
}

/// A part in parentheses is a query.
FormatOf with_part(Format format, const std::string& file, const std::string& part) {
  const bool query =
      part.size() > 2 && part.front() == '(' && part.back() == ')' && (format == Format::sqlite || format == Format::postgres);
  if (query) return {format, file, "", part.substr(1, part.size() - 2)};
  return {format, file, part};
}

}  // namespace

std::string in_lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::string file_of(const std::string& path) {
  const auto colon = colon_of(path);
  return colon ? path.substr(0, *colon) : path;
}

FormatOf format_of(const std::string& path) {
  if (path == "-") return {Format::pipe, path};
  if (path.ends_with(kMemoryEnding) && is_in_memory(path)) return {Format::memory, path};
  if (is_database_address(path)) {
    require_no_password(path);
    const std::size_t mark = path.find('#');
    return with_part(Format::postgres, path.substr(0, mark), mark == std::string::npos ? "" : path.substr(mark + 1));
  }
  const auto colon = colon_of(path);
  std::error_code ignored;
  const auto ending = ending_of(in_lower_case(path));
  if (ending && (!colon || std::filesystem::exists(path, ignored))) return {ending->format, path};
  if (colon) {
    const std::string file = path.substr(0, *colon), part = path.substr(*colon + 1);
    require(!part.empty(), "{} names no table behind the colon; write {} or {}:TABLE", path, file, file);
    return with_part(ending_of(in_lower_case(file), true)->format, file, part);
  }
  if (is_parquet_folder(path) || names_folder(path)) return {Format::parquet, path};
  require(!path.empty(), "the name of a table is empty; use {}", kRead);
  require(!std::filesystem::is_directory(path, ignored), "{} is a folder; name a file in it", path);
  require(std::filesystem::path(path).has_extension(), "'{}' has no file extension{}", path, with_extension(path));
  refuse_ending(path);
}

std::string name_of_part(const std::string& path, const std::string& part, const std::string& sql) {
  if (part.empty() && sql.empty()) return path;
  const FormatOf whole = format_of(path);
  require(part.empty() || sql.empty(), "‘table’ and ‘sql’ both say what to read of {}; leave one out", path);
  require(sql.empty() || whole.format == Format::sqlite || whole.format == Format::postgres,
          "give a table or ‘sql’, not both: of all files, only SQLite and PostgreSQL databases take a query, and {} is none",
          path);
  require(whole.table.empty() && whole.sql.empty(), "{} already names a table; leave ‘{}’ out", path,
          sql.empty() ? "table" : "sql");
  require(has_parts(whole.format), "‘table’ names a sheet, table or array, and {} is a single table; leave it out", path);
  const char* mark = whole.format == Format::postgres ? "#" : ":";
  return sql.empty() ? path + mark + part : fmt::format("{}{}({})", path, mark, sql);
}

bool has_parts(Format format) {
  return format == Format::database || format == Format::npz || format == Format::workbook || format == Format::sqlite ||
         format == Format::postgres;
}

bool is_written(Format format) {
  return format < Format::npz;
}

char csv_delimiter(const std::string& path) {
  return path.ends_with(".tsv") ? '\t' : ',';
}

}  // namespace guise::table
