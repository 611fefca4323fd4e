// SPDX-License-Identifier: Apache-2.0
// JSON files, tables of a .duckdb file, and queries: what DuckDB reads and guise fetches in order.
#include "base/error.h"
#include "base/names.h"
#include "table/duckdb_reader.h"
#include "table/input_file.h"

namespace guise::table {
namespace {

std::string attach(const std::string& path) {
  return fmt::format("ATTACH {} AS input (READ_ONLY)", quote_text(path));
}

/// The table meant by file.duckdb: the only one there is.
std::string only_table(const std::string& path) {
  const Session session(1);
  session.run(attach(path), path);
  std::vector<std::string> tables;
  for (const Row& row : session.rows("SELECT table_name FROM information_schema.tables WHERE table_catalog = 'input'", path)) {
    tables.push_back(row[0].value_or(""));
  }
  require(!tables.empty(), "{} holds no table", path);
  require(tables.size() == 1, "{} holds {} tables ({}); say which, e.g. {}:{}", path, tables.size(), enumerate(tables), path,
          tables[0]);
  return tables[0];
}

/// A query must be one SELECT: anything else would change something, or give nothing.
void require_select(const std::string& sql) {
  const Session session(1);
  duckdb_extracted_statements statements = nullptr;
  const idx_t count = duckdb_extract_statements(session.connection(), sql.c_str(), &statements);
  duckdb_prepared_statement statement = nullptr;
  bool select = false;
  std::string message;
  if (count == 0 && duckdb_extract_statements_error(statements) != nullptr)
    message = duckdb_extract_statements_error(statements);
  if (count == 1) {
    if (duckdb_prepare_extracted_statement(session.connection(), statements, 0, &statement) == DuckDBSuccess) {
      select = duckdb_prepared_statement_type(statement) == DUCKDB_STATEMENT_TYPE_SELECT;
    } else if (const char* error = duckdb_prepare_error(statement); error != nullptr) {
      message = error;
    }
  }
  duckdb_destroy_prepare(&statement);
  duckdb_destroy_extracted(&statements);
  if (!message.empty()) throw_duckdb_error(message.c_str(), "the query");
  require(count == 1 && select, "the query must be a single SELECT");
}

}  // namespace

std::unique_ptr<Reader> open_json(const std::string& path) {
  const InputFile exists(path);
  return std::make_unique<DuckdbReader>(
      DuckdbTable{.name = path, .from = fmt::format("read_json_auto({})", quote_text(path)), .files = {path}});
}

std::unique_ptr<Reader> open_database(const std::string& path, const std::string& table) {
  const InputFile exists(path);
  const std::string name = table.empty() ? only_table(path) : table;
  return std::make_unique<DuckdbReader>(DuckdbTable{
      .name = fmt::format("{}:{}", path, name), .from = "input." + quote_name(name), .setup = attach(path), .files = {path}});
}

std::unique_ptr<Reader> open_query(const std::string& sql) {
  require_select(sql);
  const std::string select = sql.substr(0, sql.find_last_not_of("; \t\r\n") + 1);
  // On one thread, with random() started alike, a query gives the same rows in the same order in every pass. The line break
  // ends a comment at its end.
  return std::make_unique<DuckdbReader>(DuckdbTable{
      .name = "the query", .from = fmt::format("({}\n) AS query", select), .setup = "SELECT setseed(0.5)", .one_thread = true});
}

}  // namespace guise::table
