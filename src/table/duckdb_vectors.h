// SPDX-License-Identifier: Apache-2.0
// Between DuckDB's vectors and guise's chunks.
#pragma once
#include <duckdb.h>

#include <string>
#include <vector>

#include "table/chunk.h"

namespace guise::table {

/// Where an attribute stands among the vectors of a result: a vector of DOUBLE, or element `element` (from 1) of a DOUBLE[].
struct Place {
  idx_t vector = 0;
  int element = 0;  ///< 0: the vector itself
};

/// How the vectors of a result make up the rows of a chunk.
struct Layout {
  std::vector<Place> attributes;
  std::vector<idx_t> kept;          ///< vectors of VARCHAR
  std::vector<std::string> select;  ///< the SQL expressions that give the vectors, in order
  std::vector<int> lengths;         ///< per vector the length every list must have; 0: not a list
  std::vector<std::string> names;   ///< per vector the column it comes from, for messages
};

/// Copies attribute values of rows [from, from + count) to rows at `to` of `values`; NULL becomes NaN. `skip`: vectors in front
/// that are not part of the layout. `row` is the number of row `from`, counted from 1, and `source` the table, for messages.
void copy_values(duckdb_data_chunk data, idx_t skip, const Layout&, Index from, Index count, Matrix& values, Index to,
                 std::int64_t row, const std::string& source);
void copy_kept(duckdb_data_chunk data, idx_t skip, const Layout&, Index from, Index count, std::vector<TextColumn>& kept);

/// Writes a column of doubles into a vector of DOUBLE, or of BIGINT when `integer`.
void fill_vector(duckdb_vector vector, const double* values, Index count, bool integer);
void fill_vector(duckdb_vector vector, const TextColumn& column, Index from, Index count);

}  // namespace guise::table
