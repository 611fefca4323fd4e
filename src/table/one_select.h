// SPDX-License-Identifier: Apache-2.0
// A query only reads: checked on its text, before DuckDB looks at what it names.
#pragma once
#include <string>

namespace guise::table {

/// Refuses all but a single SELECT (FROM … and VALUES … are such), and functions that do something besides giving rows.
/// Nothing is bound or run: DuckDB makes the folder of EXPORT DATABASE already while it prepares the statement.
void require_one_select(const std::string& sql);

}  // namespace guise::table
