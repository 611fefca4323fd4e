// SPDX-License-Identifier: Apache-2.0
// A query only reads: checked on its text, before DuckDB looks at what it names.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace guise::table {

class Session;

/// Refuses all but a single SELECT (FROM … and VALUES … are such), and functions that do something besides giving rows.
/// Nothing is bound or run: DuckDB makes the folder of EXPORT DATABASE already while it prepares the statement.
/// Then the files that it names are looked at (query_files.h).
void require_one_select(const std::string& sql);
/// The same of the text alone, as DuckDB's parser sees it; the session does not change.
nlohmann::json one_select(const Session& session, const std::string& sql);

}  // namespace guise::table
