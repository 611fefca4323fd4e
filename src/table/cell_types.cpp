// SPDX-License-Identifier: Apache-2.0
#include "table/cell_types.h"

#include <cmath>

#include "table/number_text.h"

namespace guise::table {

void CellTypes::number(double x) {
  ++numbers_;
  whole_ += std::floor(x) == x && std::abs(x) < 0x1p63;
}

void CellTypes::text(std::string_view text) {
  const auto read = read_number(text);
  if (!read) ++texts_;
  if (read && !std::isnan(*read)) number(*read);
}

Column CellTypes::column(const std::string& name) const {
  const std::int64_t there = numbers_ + booleans_ + dates_ + stamps_ + texts_;
  if (numbers_ * 2 > there) {
    if (whole_ == there) return {.name = name, .type = Type::integer, .sql_type = "BIGINT"};
    return {.name = name, .type = Type::number, .sql_type = "DOUBLE"};
  }
  const char* type = "VARCHAR";
  if (there > 0 && booleans_ == there) type = "BOOLEAN";
  if (there > 0 && dates_ + stamps_ == there) type = stamps_ > 0 ? "TIMESTAMP" : "DATE";
  return {.name = name, .type = std::string_view(type) == "VARCHAR" ? Type::text : Type::other, .sql_type = type};
}

}  // namespace guise::table
