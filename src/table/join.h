// SPDX-License-Identifier: Apache-2.0
// Tables with other columns of the same records as one.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "table/table.h"

namespace guise::table {

struct Part {
  std::string path;
  std::shared_ptr<Table> table;
  std::vector<std::string> attributes;  ///< wanted of it
  std::vector<std::string> kept = {};   ///< and what else
};
struct Joined {
  Table table;
  std::vector<std::string> attributes;  ///< names in the table of all that is wanted, part by part
  std::vector<std::string> kept = {};
};

/// Records belong together by their order.
Joined join_in_order(std::vector<Part> parts);

/// Records belong together by the value of a column, which must be unique in each; the result has the records that all of them
/// have, ordered by that column. DuckDB joins, so files must be of a kind it reads.
Joined join_by(const std::vector<Part>& parts, const std::string& column);

}  // namespace guise::table
