// SPDX-License-Identifier: Apache-2.0
#include "table/sql_type.h"

#include <algorithm>
#include <array>

namespace guise::table {

Type type_of_sql(std::string_view sql_type) {
  constexpr std::array<std::string_view, 10> integers = {"TINYINT",  "SMALLINT",  "INTEGER",  "BIGINT",  "HUGEINT",
                                                         "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"};
  if (std::find(integers.begin(), integers.end(), sql_type) != integers.end()) return Type::integer;
  if (sql_type == "FLOAT" || sql_type == "DOUBLE") return Type::number;
  if (sql_type.starts_with("DECIMAL") && sql_type.ends_with(")")) return Type::number;
  if (sql_type == "VARCHAR" || (sql_type.starts_with("ENUM") && sql_type.ends_with(")"))) return Type::text;
  return Type::other;
}

std::string element_type_of_sql(const std::string& sql_type) {
  const auto bracket = sql_type.rfind('[');
  if (!sql_type.ends_with("]") || bracket == std::string::npos) return "";
  const std::string inner = sql_type.substr(0, bracket);
  const Type type = type_of_sql(inner);
  return type == Type::number || type == Type::integer ? inner : "";
}

}  // namespace guise::table
