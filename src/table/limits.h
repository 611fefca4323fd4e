// SPDX-License-Identifier: Apache-2.0
// What a file of a stranger may claim of itself.
#pragma once
#include <cstdint>
#include <string>

#include "base/error.h"

namespace guise::table {

/// Columns of a table: a name and a type are kept of each, some hundred megabytes for as many as this.
constexpr std::int64_t kMostColumns = 1'000'000;

inline void require_columns(std::int64_t columns, const std::string& name) {
  require(columns <= kMostColumns, "{} claims {} columns, and guise reads at most {}", name, columns, kMostColumns);
}

}  // namespace guise::table
