// SPDX-License-Identifier: Apache-2.0
// Work riding in DuckDB's pipeline: a function registered with DuckDB, called by its threads with the vectors of a Parquet
// scan.
#pragma once
#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <string>

#include "base/stop.h"
#include "table/missing.h"
#include "table/parquet_reader.h"

namespace guise::table {

class ParquetRide {
 public:
  /// A vector beside the attributes: an SQL expression over the table and its type.
  struct Beside {
    std::string expression;
    duckdb_type type;
  };
  struct Vectors {
    std::vector<duckdb_vector> beside;  ///< as they were asked for
    duckdb_vector output;               ///< to fill
  };
  /// Gets consecutive records as they come (NaN = missing).
  using Rows = std::function<void(Chunk&&, const Vectors&)>;

  ParquetRide(const ParquetReader&, const Selection&, const Work&, std::vector<Beside> beside, Rows rows);

  /// Registers guise_ride(…) returning `type` (taken over) and gives its call, to be put into a query over from().
  std::string install(const Session&, duckdb_logical_type type);
  std::string from() const { return reader_.table().from; }
  /// Runs a query that calls it; what `rows` threw comes out, and of several errors in the data the first in record order.
  void run(const Session&, const std::string& sql);

 private:
  static void called(duckdb_function_info, duckdb_data_chunk, duckdb_vector);
  void take(duckdb_data_chunk data, duckdb_vector output);
  void find_first_error() const;

  const ParquetReader& reader_;
  const Selection& selection_;
  const Work& how_;
  Layout layout_;
  std::vector<Beside> beside_;
  Rows rows_;
  std::atomic<std::int64_t> done_ = 0;
  const std::atomic<bool>* stop_ = stop_flag();
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace guise::table
