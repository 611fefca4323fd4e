// SPDX-License-Identifier: Apache-2.0
// DuckDB in memory, for one pass: a connection that closes itself, statements, results.
#pragma once
#include <duckdb.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace guise::table {

std::string quote_name(std::string_view name);  ///< "a ""b"""
std::string quote_text(std::string_view text);  ///< 'it''s'

/// A result that is fetched piece by piece and never held whole.
class Stream {
 public:
  Stream(duckdb_prepared_statement statement, duckdb_result result) : statement_(statement), result_(result) {}  ///< owns both
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream();
  /// The next rows, owned by the stream and valid until the next call; nullptr at the end. Errors name `source`.
  duckdb_data_chunk fetch(const std::string& source);

 private:
  duckdb_prepared_statement statement_;
  duckdb_result result_;
  duckdb_data_chunk chunk_ = nullptr;
  bool ended_ = false;  // DuckDB takes a fetch behind the end for a mistake
};

using Row = std::vector<std::optional<std::string>>;

class Session {
 public:
  /// `copied`: columns that will be copied to a file. DuckDB collects some megabytes of each of them on every thread before it
  /// writes, and gives up where it may not.
  explicit Session(int threads, std::size_t copied = 0);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  duckdb_connection connection() const { return connection_; }
  /// Runs a statement to its end. An error is thrown as the sentence "`source`: what DuckDB says".
  void run(const std::string& sql, const std::string& source) const;
  std::vector<Row> rows(const std::string& sql, const std::string& source) const;  ///< for small results, as text
  Stream stream(const std::string& sql, const std::string& source) const;

 private:
  duckdb_database database_ = nullptr;
  duckdb_connection connection_ = nullptr;
};

/// What DuckDB says, as one sentence about `source`: the first line, without the kind of error in front.
[[noreturn]] void throw_duckdb_error(const char* message, const std::string& source);

}  // namespace guise::table
