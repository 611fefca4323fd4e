// SPDX-License-Identifier: Apache-2.0
// Queries: only what is one SELECT may be prepared; its columns are read, its rows are not.
#include "fuzz.h"
#include "table/table.h"

namespace guise::fuzz::targets {

void sql(std::string_view bytes) {
  must(!table::Table::query(std::string(bytes)).schema().names().empty());
}

}  // namespace guise::fuzz::targets
