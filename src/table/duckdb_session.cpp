// SPDX-License-Identifier: Apache-2.0
#include "table/duckdb_session.h"

#include <algorithm>

#include "base/error.h"
#include "table/input_file.h"
#include "table/version.h"

namespace guise::table {
namespace {

std::string quoted(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    if (c == quote) out += quote;
    out += c;
  }
  return out + quote;
}

// Megabytes. Buffers of a scan stay far below this; a query that needs more fails. It keeps a whole run below 600 MiB …
constexpr std::size_t kMemory = 300;
// … but where many columns are copied: of each so many more on every thread (four were seen to be collected).
constexpr std::size_t kMemoryOfColumn = 10;

/// DuckDB gets files by their descriptors (InputFile::path); people know them by their names.
std::string with_names(std::string_view text, const std::string& source) {
  std::string out;
  for (std::size_t at = 0; (at = text.find(kDescriptors)) != std::string_view::npos;) {
    const std::size_t behind = text.find_first_not_of("0123456789", at + kDescriptors.size());
    out.append(text.substr(0, at)).append(source);
    text.remove_prefix(std::min(behind, text.size()));
  }
  return out.append(text);
}

}  // namespace

std::string duckdb_version() {
  return duckdb_library_version();
}

std::string quote_name(std::string_view name) {
  return quoted(name, '"');
}
std::string quote_text(std::string_view text) {
  return quoted(text, '\'');
}

void throw_duckdb_error(const char* message, const std::string& source) {
  std::string_view text = message == nullptr ? "DuckDB failed without saying why" : message;
  const bool environment = text.starts_with("IO Error") || text.starts_with("Out of Memory") || text.starts_with("INTERNAL");
  text = text.substr(0, text.find('\n'));
  if (const auto colon = text.find("Error: "); colon != std::string_view::npos && colon < 40) text = text.substr(colon + 7);
  throw Error(fmt::format("{}: {}", source, with_names(text, source)), environment ? Fault::environment : Fault::usage);
}

Stream::~Stream() {
  if (chunk_ != nullptr) duckdb_destroy_data_chunk(&chunk_);
  duckdb_destroy_result(&result_);
  duckdb_destroy_prepare(&statement_);
}

duckdb_data_chunk Stream::fetch(const std::string& source) {
  if (chunk_ != nullptr) duckdb_destroy_data_chunk(&chunk_);
  if (ended_) return nullptr;
  chunk_ = duckdb_fetch_chunk(result_);
  if (chunk_ != nullptr && duckdb_data_chunk_get_size(chunk_) > 0) return chunk_;
  ended_ = true;
  const char* error = chunk_ == nullptr ? duckdb_result_error(&result_) : nullptr;
  if (error != nullptr && *error != '\0') throw_duckdb_error(error, source);
  return nullptr;
}

Session::Session(int threads, std::size_t copied) {
  duckdb_config config = nullptr;
  duckdb_create_config(&config);
  const std::string count = std::to_string(threads),
                    memory = fmt::format("{}MB", kMemory + kMemoryOfColumn * copied * static_cast<std::size_t>(threads));
  // Nothing is fetched from the network, and nothing is spilt to disk: what is read here is private.
  for (const auto& [name, value] : {std::pair{"autoinstall_known_extensions", "false"},
                                    {"autoload_known_extensions", "false"},
                                    {"memory_limit", memory.c_str()},
                                    {"preserve_insertion_order", "true"},
                                    {"threads", count.c_str()},
                                    {"temp_directory", ""}}) {
    if (duckdb_set_config(config, name, value) != DuckDBSuccess) fail("DuckDB does not know the setting {}={}", name, value);
  }
  char* error = nullptr;
  const bool opened = duckdb_open_ext(nullptr, &database_, config, &error) == DuckDBSuccess &&
                      duckdb_connect(database_, &connection_) == DuckDBSuccess;
  duckdb_destroy_config(&config);
  if (!opened) fail("DuckDB could not start: {}", error == nullptr ? "no reason given" : error);
}

Session::~Session() {
  duckdb_disconnect(&connection_);
  duckdb_close(&database_);
}

void Session::run(const std::string& sql, const std::string& source) const {
  rows(sql, source);
}

std::vector<Row> Session::rows(const std::string& sql, const std::string& source) const {
  duckdb_result result;
  if (duckdb_query(connection_, sql.c_str(), &result) != DuckDBSuccess) {
    const std::string message = duckdb_result_error(&result) == nullptr ? "" : duckdb_result_error(&result);
    duckdb_destroy_result(&result);
    throw_duckdb_error(message.c_str(), source);
  }
  std::vector<Row> all(duckdb_row_count(&result));
  for (idx_t i = 0; i < all.size(); ++i) {
    for (idx_t j = 0; j < duckdb_column_count(&result); ++j) {
      char* text = duckdb_value_varchar(&result, j, i);
      all[i].push_back(text == nullptr ? std::nullopt : std::optional<std::string>(text));
      duckdb_free(text);
    }
  }
  duckdb_destroy_result(&result);
  return all;
}

Stream Session::stream(const std::string& sql, const std::string& source) const {
  duckdb_prepared_statement statement = nullptr;
  if (duckdb_prepare(connection_, sql.c_str(), &statement) != DuckDBSuccess) {
    const std::string message = duckdb_prepare_error(statement) == nullptr ? "" : duckdb_prepare_error(statement);
    duckdb_destroy_prepare(&statement);
    throw_duckdb_error(message.c_str(), source);
  }
  duckdb_result result;
  const bool good = duckdb_execute_prepared_streaming(statement, &result) == DuckDBSuccess;
  if (!good) {
    const std::string message = duckdb_result_error(&result) == nullptr ? "" : duckdb_result_error(&result);
    duckdb_destroy_result(&result);
    duckdb_destroy_prepare(&statement);
    throw_duckdb_error(message.c_str(), source);
  }
  return Stream(statement, result);
}

}  // namespace guise::table
