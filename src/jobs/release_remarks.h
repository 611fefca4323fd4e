// SPDX-License-Identifier: Apache-2.0
// What an owner should hear of a release besides its mask: columns that are not in it, weights that were masked, kept columns
// that identify records.
#pragma once
#include <string>
#include <vector>

#include "table/table.h"

namespace guise::jobs {

/// Columns of the table that are neither masked nor kept; empty where there are none.
std::string left_out_note(const table::Table& in, const table::Selection& selection, const std::string& by);

/// Records that were dropped because of missing values; empty where none were.
std::string dropped_note(std::int64_t dropped);

/// Masked columns that look like weights of records.
std::vector<std::string> weight_warnings(const table::Selection& selection);

/// Kept columns whose values are all different in the first records of the table, which are read for that.
std::vector<std::string> unique_warnings(const table::Table& in, const std::vector<std::string>& kept);

}  // namespace guise::jobs
