// SPDX-License-Identifier: Apache-2.0
// A whole CSV file: DuckDB's sniffer, guise's checks of its shape, and the parser that reads it then.
#include "fuzz.h"
#include "scan.h"

namespace guise::fuzz::targets {

void csv_dialect(std::string_view bytes) {
  scan_all(table::Table::open(file_of(bytes, ".csv").string()));
}

}  // namespace guise::fuzz::targets
