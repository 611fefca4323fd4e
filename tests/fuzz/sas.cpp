// SPDX-License-Identifier: Apache-2.0
#include "fuzz.h"
#include "scan.h"

namespace guise::fuzz::targets {

void sas(std::string_view bytes) {
  scan_all(table::Table::open(file_of(bytes, ".sas7bdat").string()));
}

}  // namespace guise::fuzz::targets
