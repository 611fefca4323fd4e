// SPDX-License-Identifier: Apache-2.0
#include "table/join.h"

#include "base/error.h"
#include "table/duckdb_session.h"
#include "table/format.h"

namespace guise::table {
namespace {

void require_readable(const Part& part, const std::string& column) {
  const Format format = format_of(part.path).format;
  require(format == Format::csv || format == Format::parquet || format == Format::json,
          "‘by={}’: {} cannot be joined; use .csv, .parquet or .json", column, part.path);
  require(part.table->schema().find(column).has_value(), "‘by={}’: {} has no such column", column, part.path);
}

void require_unique(const Part& part, const std::string& column) {
  const std::string name = quote_name(column);
  const Table counted = Table::query(
      fmt::format("SELECT CAST(count(*) - count(DISTINCT {}) AS DOUBLE) AS more FROM {}", name, quote_text(part.path)));
  const Matrix more = read_all(counted, {.attributes = {"more"}, .kept = {}});
  require(more(0, 0) == 0, "‘by={}’: {} has records with the same value, or none, in it; it must identify every record", column,
          part.path);
}

}  // namespace

Joined join_in_order(std::vector<Part> parts) {
  std::vector<std::string> attributes = parts.front().attributes, kept = parts.front().kept;
  std::vector<Table> others;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    for (const std::string& name : parts[i].attributes) attributes.push_back(beside_name(parts[i].table->name(), name));
    for (const std::string& name : parts[i].kept) kept.push_back(beside_name(parts[i].table->name(), name));
    others.push_back(std::move(*parts[i].table));
  }
  return {Table::beside(std::move(*parts.front().table), std::move(others)), std::move(attributes), std::move(kept)};
}

Joined join_by(const std::vector<Part>& parts, const std::string& column) {
  const std::string by = quote_name(column);
  std::string columns = "p0.*", from;
  std::vector<std::string> attributes = parts.front().attributes, kept = parts.front().kept;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    require_readable(parts[i], column);
    require_unique(parts[i], column);
    from += fmt::format("{}{} AS p{}", i == 0 ? "" : " JOIN ", quote_text(parts[i].path), i);
    if (i == 0) continue;
    from += fmt::format(" ON CAST(p0.{} AS VARCHAR) = CAST(p{}.{} AS VARCHAR)", by, i, by);
    const auto take = [&](const std::string& name, std::vector<std::string>& names) {
      names.push_back(beside_name(parts[i].path, name));
      columns += fmt::format(", p{}.{} AS {}", i, quote_name(name), quote_name(names.back()));
    };
    for (const std::string& name : parts[i].attributes) take(name, attributes);
    for (const std::string& name : parts[i].kept) take(name, kept);
  }
  return {Table::query(fmt::format("SELECT {} FROM {} ORDER BY p0.{}", columns, from, by)), std::move(attributes),
          std::move(kept)};
}

}  // namespace guise::table
