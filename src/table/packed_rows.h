// SPDX-License-Identifier: Apache-2.0
// Records as bytes one after the other, each with the number it is sorted by.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "table/chunk.h"

namespace guise::table {

/// A row: its priority, its values (in double or single precision), and where columns are kept, the length of their text and
/// the text: per field a length and the bytes.
struct PackedRows {
  Index values = 0;
  std::size_t kept = 0;
  bool single = false;

  std::size_t fixed() const;                ///< bytes that every row has
  std::size_t size(const char* row) const;  ///< of the whole row, known from its fixed bytes
  static std::uint64_t priority(const char* row);
  std::string pack(const Chunk& chunk, const std::vector<std::uint64_t>& priorities) const;
  /// Rows that stand one after the other, as the records `first_record` and so on.
  Chunk unpack(std::string_view rows, Index count, std::int64_t first_record) const;
};

}  // namespace guise::table
