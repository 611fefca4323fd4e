// SPDX-License-Identifier: Apache-2.0
// Any table DuckDB can scan: Parquet, JSON, tables of a .duckdb file, unusual CSV, queries.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "table/duckdb_session.h"
#include "table/duckdb_vectors.h"
#include "table/input_file.h"
#include "table/reader.h"

namespace guise::table {

/// What tells one DuckDB table from another.
struct DuckdbTable {
  std::string name;        ///< for messages
  std::string from;        ///< SQL after FROM
  std::string setup = "";  ///< statements to run first in each session, e.g. ATTACH
  /// The file that is read, open as long as the table is: `from` or `setup` name it by InputFile::path().
  std::shared_ptr<const InputFile> file = nullptr;
  std::vector<std::string> notes = {};  ///< to be said of it
  bool one_thread = false;              ///< the order of rows is certain only on one thread (queries)
};

/// A list or array column NAME whose lists all have length k is read as k attributes NAME_1 … NAME_k.
class DuckdbReader : public Reader {
 public:
  explicit DuckdbReader(DuckdbTable table);
  Bytes32 digest(const Bytes32& secret) const override;
  std::vector<std::filesystem::path> files() const override;
  ListOf list_of(std::size_t column) const override {
    const Origin& origin = origins_[column];
    return origin.element == 0 ? ListOf{} : ListOf{origin.column, static_cast<std::size_t>(origin.length)};
  }
  std::unique_ptr<Source> source(const Selection&, std::int64_t chunk, int threads) const override;

  const DuckdbTable& table() const { return table_; }
  /// The SQL expressions and vectors for a selection: attributes as DOUBLE or DOUBLE[], kept columns as VARCHAR.
  Layout layout(const Selection&) const;
  /// The SQL name of a schema column, quoted; refuses elements of lists, which are not columns by themselves.
  std::string kept_column(std::size_t column) const;
  std::string kept_column(const std::string& name) const { return kept_column(column_index(*this, name)); }

 protected:
  void add_column(const Session&, const std::string& column, const std::string& sql_type);
  /// The rows of table().from that `where` leaves, the first of them being the record `first`.
  std::unique_ptr<Source> rows_where(const std::string& where, std::int64_t first, const Selection&, std::int64_t chunk,
                                     int threads) const;
  void require_records(const Session&) const;

  struct Origin {
    std::string column;  // in DuckDB
    int element = 0;     // of a list, from 1; 0: the column itself
    int length = 0;      // of the list
  };
  DuckdbTable table_;
  std::vector<Origin> origins_;  // one per schema column
};

}  // namespace guise::table
