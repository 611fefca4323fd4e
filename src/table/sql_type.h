// SPDX-License-Identifier: Apache-2.0
// What guise makes of DuckDB's types.
#pragma once
#include <string>
#include <string_view>

#include "table/schema.h"

namespace guise::table {

Type type_of_sql(std::string_view sql_type);

/// "DOUBLE[]" or "FLOAT[3]" → the type of its elements; empty when it is no list of numbers.
std::string element_type_of_sql(const std::string& sql_type);

}  // namespace guise::table
