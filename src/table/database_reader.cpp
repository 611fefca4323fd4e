// SPDX-License-Identifier: Apache-2.0
// JSON files, tables of a .duckdb file, and queries: what DuckDB reads and guise fetches in order.
#include <filesystem>

#include "base/error.h"
#include "base/names.h"
#include "table/duckdb_reader.h"
#include "table/json_depth.h"
#include "table/one_select.h"

namespace guise::table {
namespace {

/// Read only, and nothing besides it: a view in a database may name any file of the reader's.
std::string attach(const InputFile& file) {
  // What was written last may stand beside the database, and DuckDB looks there by the name.
  std::error_code ignored;
  const std::string log = file.name() + ".wal";
  const bool beside = std::filesystem::exists(log, ignored);
  require(!beside || std::filesystem::is_regular_file(log, ignored), "{} is no regular file; move it away to read {}", log,
          file.name());
  return fmt::format("ATTACH {} AS input (READ_ONLY); SET enable_external_access=false",
                     quote_text(beside ? file.name() : file.path()));
}

/// The table meant by file.duckdb: the only one there is.
std::string only_table(const InputFile& file) {
  const std::string& path = file.name();
  const Session session(1);
  session.run(attach(file), path);
  std::vector<std::string> tables;
  for (const Row& row : session.rows("SELECT table_name FROM information_schema.tables WHERE table_catalog = 'input'", path)) {
    tables.push_back(row[0].value_or(""));
  }
  require(!tables.empty(), "{} holds no table", path);
  require(tables.size() == 1, "{} holds {} tables ({}); say which, e.g. {}:{}", path, tables.size(), enumerate(tables), path,
          tables[0]);
  return tables[0];
}

/// What a query may read: everything, or the files of a folder.
std::string confine(const std::string& folder) {
  if (folder.empty()) return "";
  return fmt::format("SET allowed_directories=[{}]; SET enable_external_access=false; ",
                     quote_text(std::filesystem::canonical(folder).string()));
}

}  // namespace

std::unique_ptr<Reader> open_json(const std::string& path) {
  auto file = std::make_shared<const InputFile>(path);
  require_shallow(*file);
  const std::string from = fmt::format("read_json_auto({})", quote_text(file->path()));
  return std::make_unique<DuckdbReader>(DuckdbTable{.name = path, .from = from, .file = std::move(file)});
}

std::unique_ptr<Reader> open_database(const std::string& path, const std::string& table) {
  auto file = std::make_shared<const InputFile>(path);
  const std::string name = table.empty() ? only_table(*file) : table, setup = attach(*file);
  return std::make_unique<DuckdbReader>(DuckdbTable{
      .name = fmt::format("{}:{}", path, name), .from = "input." + quote_name(name), .setup = setup, .file = std::move(file)});
}

std::unique_ptr<Reader> open_query(const std::string& sql, const std::string& folder) {
  require_one_select(sql);
  const std::string select = sql.substr(0, sql.find_last_not_of("; \t\r\n") + 1);
  // On one thread, with random() started alike, a query gives the same rows in the same order in every pass. The line break
  // ends a comment at its end.
  return std::make_unique<DuckdbReader>(DuckdbTable{.name = "the query",
                                                    .from = fmt::format("({}\n) AS query", select),
                                                    .setup = confine(folder) + "SELECT setseed(0.5)",
                                                    .one_thread = true});
}

}  // namespace guise::table
