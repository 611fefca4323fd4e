// SPDX-License-Identifier: Apache-2.0
// The columns of a table.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace guise::table {

enum class Type { number, integer, text, other };  ///< other: dates, booleans, lists… refused as attributes, with advice

struct Column {
  std::string name;
  Type type = Type::number;
  std::string sql_type = "DOUBLE";  ///< as DuckDB calls it; kept columns are written back with it
};

struct Schema {
  std::vector<Column> columns;
  std::optional<std::size_t> find(const std::string& name) const;
  std::vector<std::string> names() const;
  std::vector<std::string> numeric() const;  ///< names of number and integer columns, in order
};

}  // namespace guise::table
