// SPDX-License-Identifier: Apache-2.0
// The files that a query names, looked at before DuckDB opens them.
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace guise::table {

class Session;

/// Refuses pipes, which would be waited for, and JSON nested so deep that DuckDB would run out of stack. `query`: as DuckDB's
/// parser sees it. Names that the query puts together while it runs are not seen, nor is what compressed files hold.
void require_readable_files(const Session& session, const nlohmann::json& query);

}  // namespace guise::table
