// SPDX-License-Identifier: Apache-2.0
// A run of records of a table.
#pragma once
#include <cstdint>
#include <limits>

namespace guise::table {

/// [begin, end), counted from 0 whatever the number of the table's first record.
struct Range {
  static constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();
  std::int64_t begin = 0, end = kEnd;  ///< kEnd: to the last record
  bool whole() const { return begin == 0 && end == kEnd; }
};

}  // namespace guise::table
