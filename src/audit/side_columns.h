// SPDX-License-Identifier: Apache-2.0
// Columns that are kept in clear, as every attacker has them of all records: numbers as they are, other texts as a number that
// stands for them. They are read beside the originals and are the last columns of what is read.
#pragma once
#include <string_view>

#include "audit/audit.h"

namespace guise::audit {

/// Which kept columns hold categories: those that are no numbers in the table.
std::vector<bool> kept_categories(const table::Table& table, const std::vector<std::string>& kept);

/// Takes the kept texts of a chunk into its values. `category`: of each; empty where nobody looks at them.
void take_side(table::Chunk& chunk, const std::vector<bool>& category);
inline void take_side(table::Chunk& chunk, const Request& request) {
  take_side(chunk, request.kept_is_category);
}

/// The same number for the same text, whoever reads it. Dates are in the order of time, other texts in that of their first
/// six letters and digits and the last one (of seven all), then by 16 bits of a digest (stats/side_parts.h).
double category_number(std::string_view text);

}  // namespace guise::audit
