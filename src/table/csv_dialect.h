// SPDX-License-Identifier: Apache-2.0
// How a CSV file is written: what DuckDB's sniffer finds, held against the lines.
#pragma once
#include <string>
#include <vector>

#include "table/csv_sniff.h"
#include "table/input_file.h"
#include "table/schema.h"

namespace guise::table {

struct CsvDialect {
  char delimiter = ',';
  char quote = '"';  ///< '\0': none; a quote inside a quoted field is doubled
  std::vector<Column> columns;
  std::int64_t begin = 0;  ///< where the first record starts
  std::int64_t end = 0;    ///< behind the last record: blank lines at the end are not records
  bool plain = true;       ///< guise's own parser reads it; otherwise (comments, other escapes, lines to skip…) DuckDB does
};

/// Refuses what is not a table, has rows of several lengths, has no records, or names a column twice.
CsvDialect sniff_csv(const InputFile& file, const CsvSniffer& sniffer = sniff_by_duckdb);

/// A compressed file, which DuckDB reads: refuses it where lines would be left out.
void require_whole(const InputFile& file);

}  // namespace guise::table
