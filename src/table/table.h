// SPDX-License-Identifier: Apache-2.0
// A table that can be read as often as needed, always in the same order, in bounded memory.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/progress.h"
#include "table/chunk.h"
#include "table/schema.h"

namespace guise::table {

/// What becomes of records with missing values. The last two refuse them like `error`, for commands that offer less: only to
/// drop them, or nothing.
enum class Missing { error, drop, mean, error_or_drop, refuse };

/// What to read of a table.
struct Selection {
  std::vector<std::string> attributes = {};  ///< numeric columns, in this order
  std::vector<std::string> kept = {};        ///< columns carried through as text
  Missing missing = Missing::error;
  Vector means = {};              ///< one per attribute: the fill for Missing::mean (empty: leave NaN)
  std::int64_t first_record = 0;  ///< number of the table's first record
};

/// How to work. The results never depend on it.
struct Work {
  int threads = 0;                   ///< 0: all cores
  std::int64_t chunk = 16 * kBlock;  ///< records per task, rounded up to whole blocks
  Progress progress = {};
  std::string stage = "reading";
  /// The work gives the same bits for any run of records (element by element, no matrix products): it may then be called with
  /// chunks cut anywhere, and so ride inside DuckDB's own pipeline.
  bool any_run = false;
};

class Reader;  // one file format; see reader.h

class Table {
 public:
  /// A file by its ending (.csv .tsv .parquet .json .npy .fvecs, file.duckdb or file.duckdb:table), "-" for CSV on standard
  /// input (spooled to an unlinked temporary file), or a query over anything DuckDB can scan.
  static Table open(const std::string& path);
  /// `folder`: the only one that the query may read files of; empty: any.
  static Table query(const std::string& sql, const std::string& folder = "");
  static Table from_matrix(Matrix values, std::vector<std::string> names);
  /// The first table with the columns of others beside it, which hold the same records in the same order; these are called
  /// beside_name(table, column). Refuses when one ends before another.
  static Table beside(Table first, std::vector<Table> others);

  /// Other records of the same columns below, as several owners have them; at least one table.
  static Table below(std::vector<Table> parts);

  /// The records [begin, end) of a table, counted from 0, under the numbers that they have in it. It must outlive them.
  static Table part(const Table& whole, std::int64_t begin, std::int64_t end);

  const Schema& schema() const;
  const std::string& name() const;              ///< for messages
  std::optional<std::int64_t> records() const;  ///< known without reading, e.g. from Parquet
  /// Of the content. Nobody who does not know the secret can make two tables with one digest.
  Bytes32 digest(const Bytes32& secret) const;

  /// Calls `visit` for every chunk, from several threads, in any order. Chunks start at multiples of kBlock (counted in record
  /// numbers), so partial results keyed by block merge to the same bits every time.
  void scan(const Selection&, const Work&, const std::function<void(const Chunk&)>& visit) const;

  Table(Table&&) noexcept;
  Table& operator=(Table&&) noexcept;
  ~Table();

  const Reader& reader() const { return *reader_; }
  Reader& reader() { return *reader_; }

 private:
  explicit Table(std::unique_ptr<Reader> reader);
  std::unique_ptr<Reader> reader_;
};

std::string beside_name(const std::string& table, const std::string& column);

/// All attributes of the selection in memory, dropped records removed. For small tables and side knowledge.
Matrix read_all(const Table&, const Selection&);

/// Attributes named by the user, or all numeric columns; refuses text, dates, duplicates and unknown names with advice.
/// Columns in `kept` are not attributes.
std::vector<std::string> choose_attributes(const Schema&, const std::vector<std::string>& wanted,
                                           const std::vector<std::string>& kept, const std::string& table_name);

}  // namespace guise::table
