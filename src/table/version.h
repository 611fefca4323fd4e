// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace guise::table {

std::string duckdb_version();  ///< "v1.5.0"

}  // namespace guise::table
