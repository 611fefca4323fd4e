// SPDX-License-Identifier: Apache-2.0
// SQLite: a table, a view or the result of one statement that only reads. Values have types of their own there, so that a
// column's type is found by looking at all of them.
#include <sqlite3.h>

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "base/names.h"
#include "table/calendar.h"
#include "table/cell_types.h"
#include "table/reader.h"
#include "table/spool.h"

namespace guise::table {
namespace {

constexpr std::string_view kMark = "SQLite format 3";
constexpr int kLongestValue = 64 << 20;  // bytes

using Connection = std::unique_ptr<sqlite3, decltype(&sqlite3_close)>;
using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

/// The file is not trusted: nothing in its schema runs functions with side effects, and cells are checked.
Connection connect(const std::string& path) {
  sqlite3* raw = nullptr;
  const int status = sqlite3_open_v2(path.c_str(), &raw, SQLITE_OPEN_READONLY, nullptr);
  Connection connection(raw, sqlite3_close);
  if (status != SQLITE_OK) fail("{} cannot be opened: {}", path, raw == nullptr ? "no memory" : sqlite3_errmsg(raw));
  sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_exec(raw, "PRAGMA cell_size_check=ON", nullptr, nullptr, nullptr);
  sqlite3_limit(raw, SQLITE_LIMIT_LENGTH, kLongestValue);
  sqlite3_limit(raw, SQLITE_LIMIT_ATTACHED, 0);  // no other file
  return connection;
}

Statement prepare(const Connection& connection, const std::string& sql, const std::string& path) {
  sqlite3_stmt* raw = nullptr;
  const char* rest = nullptr;
  const int status = sqlite3_prepare_v2(connection.get(), sql.c_str(), -1, &raw, &rest);
  Statement statement(raw, sqlite3_finalize);
  require(status == SQLITE_OK && raw != nullptr, "{}: {}", path,
          status == SQLITE_OK ? "the query is empty" : sqlite3_errmsg(connection.get()));
  require(std::string_view(rest).find_first_not_of(" \t\r\n;") == std::string_view::npos && sqlite3_stmt_readonly(raw) != 0,
          "{}: a query is one SELECT", path);
  return statement;
}

bool step(const Statement& statement, const Connection& connection, const std::string& path) {
  const int status = sqlite3_step(statement.get());
  require(status == SQLITE_ROW || status == SQLITE_DONE, "{}: {}", path, sqlite3_errmsg(connection.get()));
  return status == SQLITE_ROW;
}

std::string text_of(sqlite3_stmt* statement, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  return {text == nullptr ? "" : text, static_cast<std::size_t>(sqlite3_column_bytes(statement, column))};
}

std::string query_of(const Connection& connection, const std::string& path, const std::string& wanted) {
  std::vector<std::string> tables;
  const Statement names = prepare(
      connection, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
      path);
  while (step(names, connection, path)) tables.push_back(text_of(names.get(), 0));
  require(!tables.empty(), "{} holds no table", path);
  if (wanted.empty())
    require(tables.size() == 1, "{} holds {} tables: {}; name one with ‘table={}’", path, tables.size(), enumerate(tables),
            tables.front());
  const std::string& table = wanted.empty() ? tables.front() : wanted;
  require(std::find(tables.begin(), tables.end(), table) != tables.end(), "{} holds no table '{}'; it holds {}", path, table,
          enumerate(tables));
  std::string quoted;
  for (const char c : table) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return "SELECT * FROM \"" + quoted + '"';
}

/// A text that SQLite's own functions take for a date, in their usual form.
void look_at_text(std::string_view text, CellTypes& types) {
  if (is_iso_date(text)) return types.date();
  if (is_iso_time_stamp(text)) return types.time_stamp();
  types.text(text);
}

void take_field(sqlite3_stmt* statement, int j, CellTypes& types, Spool& spool, const std::string& column) {
  switch (sqlite3_column_type(statement, j)) {
    case SQLITE_INTEGER:
      types.number(static_cast<double>(sqlite3_column_int64(statement, j)));
      return spool.whole(sqlite3_column_int64(statement, j));
    case SQLITE_FLOAT:
      types.number(sqlite3_column_double(statement, j));
      return spool.number(sqlite3_column_double(statement, j));
    case SQLITE_TEXT: {
      const std::string text = text_of(statement, j);
      look_at_text(text, types);
      return spool.text(text);
    }
    case SQLITE_BLOB:
      refuse("{}: column '{}' holds bytes that are no text; leave it out by ‘sql’", spool.name(), column);
    default:
      return spool.missing();
  }
}

}  // namespace

std::unique_ptr<Reader> open_sqlite(const std::string& path, const std::string& table, const std::string& sql) {
  {
    const InputFile file(path);
    std::string start(100, '\0');  // its header
    if (file.size() >= std::ssize(start)) file.read(start.data(), start.size(), 0);
    require(start.substr(8, 4) != "DUCK", "{} is a DuckDB database; give its name the ending .duckdb", path);
    require(start.starts_with(kMark), "{} is not an SQLite database: it does not begin with its mark", path);
  }
  const Connection connection = connect(path);
  const Statement statement = prepare(connection, sql.empty() ? query_of(connection, path, table) : sql, path);
  std::vector<std::string> names;
  for (int j = 0; j < sqlite3_column_count(statement.get()); ++j) names.emplace_back(sqlite3_column_name(statement.get(), j));
  std::vector<CellTypes> types(names.size());
  Spool spool(path, std::move(names));
  while (step(statement, connection, path)) {
    for (std::size_t j = 0; j < types.size(); ++j)
      take_field(statement.get(), static_cast<int>(j), types[j], spool, spool.columns()[j]);
    spool.end_record();
  }
  std::vector<Column> columns;
  for (std::size_t j = 0; j < types.size(); ++j) columns.push_back(types[j].column(spool.columns()[j]));
  return open_spool(std::move(spool), {.columns = std::move(columns), .files = {path}});
}

}  // namespace guise::table
