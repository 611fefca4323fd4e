// SPDX-License-Identifier: Apache-2.0
// Whether the lines of a CSV file are rows of one table. DuckDB's sniffer skips lines, or takes another delimiter, until what
// is left has rows of one length; what it left out would be lost without a word.
#pragma once
#include <string>

#include "table/csv_dialect.h"

namespace guise::table {

/// `found`: the delimiter that was found (none: '\0') and where the file's text begins and ends; `skipped`: lines in front of
/// the table. Refuses rows of other lengths than the first line, naming the first such row. Blank lines and comments may be
/// skipped. Throws DecimalCommas where a comma was taken for the delimiter.
void require_one_shape(const InputFile& file, const CsvDialect& found, std::int64_t skipped);

}  // namespace guise::table
