// SPDX-License-Identifier: Apache-2.0
// duckdb_peer SQL: runs one statement in DuckDB as it is, on all cores, and prints the numbers of its first row.
#include <duckdb.h>

#include <cstdio>

int main(int argc, char** argv) {
  duckdb_database database;
  duckdb_connection connection;
  duckdb_result result;
  if (argc != 2 || duckdb_open(nullptr, &database) == DuckDBError || duckdb_connect(database, &connection) == DuckDBError)
    return 1;
  if (duckdb_query(connection, argv[1], &result) == DuckDBError) {
    std::fprintf(stderr, "duckdb_peer: %s\n", duckdb_result_error(&result));
    return 1;
  }
  for (idx_t column = 0; column < duckdb_column_count(&result); ++column)
    std::printf("%.17g\n", duckdb_value_double(&result, column, 0));
  duckdb_destroy_result(&result);
  duckdb_disconnect(&connection);
  duckdb_close(&database);
  return 0;
}
