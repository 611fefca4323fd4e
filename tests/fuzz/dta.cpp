// SPDX-License-Identifier: Apache-2.0
#include "fuzz.h"
#include "scan.h"

namespace guise::fuzz::targets {

void dta(std::string_view bytes) {
  scan_all(table::Table::open(file_of(bytes, ".dta").string()));
}

}  // namespace guise::fuzz::targets
