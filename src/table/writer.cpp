// SPDX-License-Identifier: Apache-2.0
#include "table/writer.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "table/duckdb_session.h"
#include "table/format.h"
#include "table/memory_tables.h"

namespace guise::table {

std::vector<std::string> Release::names() const {
  std::vector<std::string> all;
  for (const Column& column : kept) all.push_back(column.name);
  all.insert(all.end(), values.begin(), values.end());
  return all;
}

namespace {

/// As DuckDB compares names: ASCII only.
std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

bool holds_singles(const Reader& in, const Selection& selection) {
  const std::vector<std::size_t> columns = column_indices(in, selection.attributes);
  return std::all_of(columns.begin(), columns.end(),
                     [&](std::size_t column) { return in.schema().columns[column].sql_type == "FLOAT"; });
}

bool single_precision(const Reader& in, const Selection& selection, const std::string& path) {
  if (path == "-") return false;
  const Format format = format_of(path).format;
  return format == Format::fvecs || ((format == Format::npy || format == Format::memory) && holds_singles(in, selection));
}

}  // namespace

bool holds_singles(const Table& in, const Selection& selection) {
  return holds_singles(in.reader(), selection);
}

bool single_precision(const Table& in, const Selection& selection, const Output& output) {
  return single_precision(in.reader(), selection, output.path);
}

namespace {

/// Lists that are released whole, their elements in order and under their own names.
std::vector<Release::List> lists_of(const Reader& in, const Selection& selection, const Output& output) {
  std::vector<Release::List> out;
  if (output.columns != selection.attributes) return out;
  const std::vector<std::size_t> columns = column_indices(in, selection.attributes);
  for (std::size_t first = 0; first < columns.size();) {
    const Reader::ListOf list = in.list_of(columns[first]);
    std::size_t length = 1;
    while (first + length < columns.size() && columns[first + length] == columns[first] + length &&
           in.list_of(columns[first + length]).column == list.column)
      ++length;
    const bool from_first = columns[first] == 0 || in.list_of(columns[first] - 1).column != list.column;
    if (!list.column.empty() && from_first && length == list.length) out.push_back({list.column, first, length});
    first += length;
  }
  return out;
}

}  // namespace

std::vector<std::string> Release::select_values(const std::function<std::string(std::size_t)>& value) const {
  std::vector<std::string> out;
  auto list = lists.begin();
  for (std::size_t j = 0; j < values.size();) {
    if (list == lists.end() || list->first != j) {
      out.push_back(fmt::format("{} AS {}", value(j), quote_name(values[j])));
      ++j;
      continue;
    }
    std::vector<std::string> elements;
    for (std::size_t i = 0; i < list->length; ++i) elements.push_back(value(j + i));
    out.push_back(fmt::format("[{}] AS {}", fmt::join(elements, ", "), quote_name(list->name)));
    j += list->length;
    ++list;
  }
  return out;
}

Release release_of(const Reader& in, const Selection& selection, const Output& output) {
  Release release{.name = output.path == "-" ? "standard output" : output.path,
                  .values = output.columns,
                  .integer = output.integer,
                  .single = single_precision(in, selection, output.path),
                  .gaps = selection.missing == Missing::mean && selection.means.size() == 0,
                  .kept = {},
                  .secret = output.secret};
  release.integer.resize(release.values.size(), false);
  for (const std::size_t column : column_indices(in, selection.kept)) release.kept.push_back(in.schema().columns[column]);
  const Format format = format_of(output.path).format;
  const bool by_duckdb = format == Format::parquet || format == Format::json || format == Format::database;
  if (by_duckdb) release.lists = lists_of(in, selection, output);
  std::set<std::string> seen, in_lower_case;
  for (const std::string& name : release.names()) {
    require(seen.insert(name).second, "{} would get two columns named '{}'; rename the kept one (e.g. ‘sql’ with AS)",
            release.name, name);
    require(
        !by_duckdb || in_lower_case.insert(lower_case(name)).second,
        "{} would get two columns named '{}' but for capital letters, which DuckDB takes for one; rename one (‘sql’ with AS), "
        "or release .csv or .npy",
        release.name, name);
  }
  return release;
}

std::unique_ptr<Writer> make_writer(const std::string& path, const Release& release, AtomicFile* file) {
  const auto [format, name, table, sql] = format_of(path);
  const bool numbers_only = format == Format::npy || format == Format::fvecs;
  require(!numbers_only || release.kept.empty(), "{} can hold numbers only, not the kept column '{}'; write .csv or .parquet",
          path, release.kept.empty() ? "" : release.kept[0].name);
  require(!name.ends_with(".gz"), "{}: guise does not write compressed CSV; write .csv, or .parquet, which is compressed",
          path);
  switch (format) {
    case Format::pipe:
      return csv_writer(release, ',', nullptr);
    case Format::csv:
      return csv_writer(release, csv_delimiter(name), file);
    case Format::parquet:
      return parquet_writer(release, *file);
    case Format::json:
      return json_writer(release, *file, name.ends_with(".json"));
    case Format::npy:
      return npy_writer(release, *file);
    case Format::fvecs:
      return fvecs_writer(release, *file);
    case Format::database:
      return database_writer(release, *file, table.empty() ? kDefaultTable : table);
    case Format::memory:
      return memory_writer(path, release);
    default:
      break;
  }
  refuse("no writer for {}", path);
}

}  // namespace guise::table
