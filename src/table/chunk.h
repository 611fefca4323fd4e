// SPDX-License-Identifier: Apache-2.0
// A run of consecutive records on its way from reader to writer.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/matrix.h"

namespace guise::table {

/// Work is cut at multiples of this record number whatever the chunk size and the number of threads, so that sums and
/// products are formed from the same pieces in the same order. 1024 records x 64 attributes is half a MiB: it stays in L2.
constexpr std::int64_t kBlock = 1024;

/// A kept column as text: field i is bytes[ends[i-1], ends[i]). `null[i]` is set where the field is missing.
struct TextColumn {
  std::string bytes;
  std::vector<std::uint32_t> ends;
  std::vector<std::uint8_t> null;
};

struct Chunk {
  std::int64_t first_record = 0;  ///< number of the first record: its position in the input before dropping or shuffling
  Matrix values = {};             ///< records x attributes
  std::vector<std::uint8_t> dropped = {};  ///< per record, 1 = has a missing value and is left out; empty when none is
  std::vector<TextColumn> kept = {};

  Index records() const { return values.rows(); }
};

/// The records that are not dropped. No copy when none is (returns chunk.values by reference through `scratch`).
const Matrix& present(const Chunk& chunk, Matrix& scratch);

void append_text(TextColumn& column, std::string_view field, bool null);
std::string_view text_at(const TextColumn& column, Index i);

/// first, first + 1, …
std::vector<std::int64_t> record_numbers(std::int64_t first, Index count);

/// Takes the dropped records out; the record numbers of those behind them are then no longer known.
void remove_dropped(Chunk& chunk);

}  // namespace guise::table
