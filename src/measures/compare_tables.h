// SPDX-License-Identifier: Apache-2.0
// Compares two tables record by record, in bounded memory.
#pragma once
#include <string>
#include <vector>

#include "measures/comparison.h"
#include "table/table.h"

namespace guise::measures {

/// Columns both tables have, by name; refuses when there is none.
std::vector<std::string> common_columns(const table::Table& truth, const table::Table& guess,
                                        const std::vector<std::string>& wanted);

/// Two passes: the spread of the truth, then the comparison. Records with a missing value in either are left out under
/// Missing::drop.
Comparison compare_tables(const table::Table& truth, const table::Table& guess, const std::vector<std::string>& columns,
                          table::Missing missing, const table::Work& work);

}  // namespace guise::measures
