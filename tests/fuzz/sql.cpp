// SPDX-License-Identifier: Apache-2.0
// Queries: what DuckDB's parser makes of any text, and the look at it that lets only one SELECT pass. Nothing is bound or run.
#include <nlohmann/json.hpp>

#include "fuzz.h"
#include "table/duckdb_session.h"
#include "table/one_select.h"

namespace guise::fuzz::targets {

void sql(std::string_view bytes) {
  static const table::Session session(1);  // starting one for every input would be nearly all of the time
  must(table::one_select(session, std::string(bytes)).is_object());
}

}  // namespace guise::fuzz::targets
