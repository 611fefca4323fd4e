// SPDX-License-Identifier: Apache-2.0
// What a sniffer takes a CSV file for, before guise holds it against the lines themselves.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "table/input_file.h"
#include "table/schema.h"

namespace guise::table {

struct CsvSniff {
  char delimiter = '\0', quote = '\0', escape = '\0', comment = '\0';  ///< '\0': none
  std::int64_t skipped = 0;                                            ///< lines above the table
  bool has_header = false;
  bool returns = false;  ///< lines end with a carriage return alone
  std::vector<Column> columns;
};

/// Given the file and at most how many fields a line has; nothing where it takes the file for no table.
using CsvSniffer = std::function<std::optional<CsvSniff>(const InputFile&, std::size_t fields)>;

std::optional<CsvSniff> sniff_by_duckdb(const InputFile&, std::size_t fields);
std::optional<CsvSniff> sniff_gzip_by_duckdb(const InputFile&);

}  // namespace guise::table
