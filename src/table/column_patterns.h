// SPDX-License-Identifier: Apache-2.0
// Columns named many at a time: 'embedding*' and v1-v384.
#pragma once
#include <string>
#include <vector>

#include "table/schema.h"

namespace guise::table {

/// Every name that a column has stays as it is. A * stands for any characters, and A-B for the columns from A to B in the
/// order of the table. Refuses patterns without a column; other names pass, to be refused where they are used.
std::vector<std::string> matching_columns(const Schema&, const std::vector<std::string>& wanted, const std::string& table_name);

}  // namespace guise::table
