// SPDX-License-Identifier: Apache-2.0
// The credit data of paper 004, where the folder with the real data sets is there.
#pragma once
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/matrix.h"
#include "table/table.h"

namespace guise::testing {

inline std::filesystem::path data_folder() {
  const char* named = std::getenv("GUISE_DATA");
  return named && *named ? std::filesystem::path(named)
                         : std::filesystem::path(__FILE__).parent_path() / "../../../shared/data";
}

inline bool credit_data() {
  return std::filesystem::exists(data_folder() / "german_credit.csv");
}

inline Matrix credit_columns(const std::string& file, const std::vector<std::string>& columns) {
  return table::read_all(table::Table::open((data_folder() / file).string()), {.attributes = columns, .kept = {}});
}

/// Duration, age and existing credits of the German data: figure 4(b).
inline Matrix german_attributes() {
  return credit_columns("german_credit.csv", {"duration_months", "age", "existing_credits"});
}

/// Figure 3(b), by the kurtoses the paper prints (erratum 50): Japanese A8, Australian A2, the first 690 German credit amounts.
inline Matrix three_credit_columns() {
  Matrix out(690, 3);
  out << credit_columns("japanese_credit.csv", {"A8"}), credit_columns("australian_credit.csv", {"A2"}),
      credit_columns("german_credit.csv", {"credit_amount"}).topRows(690);
  return out;
}

}  // namespace guise::testing
