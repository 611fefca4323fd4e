// SPDX-License-Identifier: Apache-2.0
#include "table/duckdb_reader.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/error.h"
#include "table/fetch_source.h"
#include "table/file_digest.h"
#include "table/limits.h"
#include "table/sql_type.h"

namespace guise::table {

DuckdbReader::DuckdbReader(DuckdbTable table) : table_(std::move(table)) {
  name_ = table_.name;
  notes_ = table_.notes;
  const Session session(1);
  if (!table_.setup.empty()) session.run(table_.setup, name_);
  for (const Row& row : session.rows(fmt::format("DESCRIBE SELECT * FROM {}", table_.from), name_)) {
    add_column(session, row[0].value_or(""), row[1].value_or(""));
  }
  std::unordered_set<std::string_view> seen;
  for (const Column& column : schema_.columns)
    require(seen.insert(column.name).second,
            "{}: the elements of a list column and another column are both called '{}'; rename one of them", name_,
            column.name);
  require_records(session);
}

void DuckdbReader::add_column(const Session& session, const std::string& column, const std::string& sql_type) {
  const std::string inner = element_type_of_sql(sql_type);
  int length = 0;
  if (!inner.empty()) {
    const auto first = session.rows(
        fmt::format("SELECT len({0}) FROM {1} WHERE {0} IS NOT NULL LIMIT 1", quote_name(column), table_.from), name_);
    if (!first.empty()) {
      const std::int64_t claimed = std::stoll(first[0][0].value_or("0"));
      require_columns(claimed, fmt::format("{}, column '{}',", name_, column));
      length = static_cast<int>(claimed);
    }
  }
  if (length == 0) {
    schema_.columns.push_back({.name = column, .type = type_of_sql(sql_type), .sql_type = sql_type});
    origins_.push_back({.column = column});
    return;
  }
  for (int i = 1; i <= length; ++i) {
    schema_.columns.push_back({.name = fmt::format("{}_{}", column, i), .type = type_of_sql(inner), .sql_type = inner});
    origins_.push_back({.column = column, .element = i, .length = length});
  }
}

void DuckdbReader::require_records(const Session& session) const {
  require(!session.rows(fmt::format("SELECT 1 FROM {} LIMIT 1", table_.from), name_).empty(), "{} has no records", name_);
}

std::string DuckdbReader::kept_column(std::size_t column) const {
  const Origin& origin = origins_[column];
  return origin.element == 0 ? quote_name(origin.column) : fmt::format("{}[{}]", quote_name(origin.column), origin.element);
}

Layout DuckdbReader::layout(const Selection& selection) const {
  Layout layout;
  std::unordered_map<std::string_view, idx_t> lists;  // the elements of a list are in one vector
  const auto vector_for = [&](const Origin& origin) {
    const auto [list, fresh] =
        origin.element ? lists.emplace(origin.column, layout.select.size()) : std::pair(lists.end(), true);
    if (!fresh) return list->second;
    layout.select.push_back(fmt::format("CAST({} AS {})", quote_name(origin.column), origin.element ? "DOUBLE[]" : "DOUBLE"));
    layout.lengths.push_back(origin.length);
    layout.names.push_back(origin.column);
    return static_cast<idx_t>(layout.select.size() - 1);
  };
  for (const std::size_t column : column_indices(*this, selection.attributes)) {
    const Origin& origin = origins_[column];
    layout.attributes.push_back({.vector = vector_for(origin), .element = origin.element});
  }
  for (const std::size_t column : column_indices(*this, selection.kept)) {
    layout.kept.push_back(layout.select.size());
    layout.select.push_back(fmt::format("CAST({} AS VARCHAR)", kept_column(column)));
    layout.lengths.push_back(0);
    layout.names.push_back(schema_.columns[column].name);
  }
  return layout;
}

std::unique_ptr<Source> DuckdbReader::source(const Selection& selection, std::int64_t chunk, int threads) const {
  return rows_where("", selection.first_record, selection, chunk, threads);
}

std::unique_ptr<Source> DuckdbReader::rows_where(const std::string& where, std::int64_t first, const Selection& selection,
                                                 std::int64_t chunk, int threads) const {
  auto session = std::make_shared<Session>(table_.one_thread ? 1 : threads);
  if (!table_.setup.empty()) session->run(table_.setup, name_);
  Layout columns = layout(selection);
  if (columns.select.empty()) columns.select.push_back("1");  // the records alone
  const std::string sql = fmt::format("SELECT {} FROM {}{}", fmt::join(columns.select, ", "), table_.from, where);
  return std::make_unique<FetchSource>(std::move(session), sql, std::move(columns), first, chunk, name_);
}

std::vector<std::filesystem::path> DuckdbReader::files() const {
  return table_.file == nullptr ? std::vector<std::filesystem::path>{}
                                : std::vector<std::filesystem::path>{table_.file->name()};
}

Bytes32 DuckdbReader::digest(const Bytes32& secret) const {
  if (table_.file != nullptr && table_.setup.empty()) return digest_of_file(table_.file->descriptor(), name_, secret);
  // A query or a table of a database: the text of every value, and what its columns are called.
  Selection all;
  for (const Column& column : schema_.columns) all.kept.push_back(column.name);
  const auto rows = source(all, 16 * kBlock, 1);
  Digest digest;
  digest.add("guise query 1");
  for (const std::string& name : all.kept) digest.add(name);
  while (const auto parse = rows->next()) {
    for (const TextColumn& column : parse().kept) {
      digest.add(column.bytes);
      digest.add({reinterpret_cast<const std::uint8_t*>(column.ends.data()), column.ends.size() * sizeof(std::uint32_t)});
      digest.add(column.null);
    }
  }
  return digest.finish();
}

}  // namespace guise::table
