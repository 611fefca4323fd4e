// SPDX-License-Identifier: Apache-2.0
// The aligned blocks of a chunk (see kBlock), one after the other, without the records that are left out.
#pragma once
#include <algorithm>
#include <vector>

#include "table/chunk.h"

namespace guise::table {

/// Calls visit(first_record, present, rows_of) for each block that has records; `present` are the rows of the chunk that are
/// not left out, empty when none of the block is; rows_of(matrix, use) calls use(rows) with the rows of a matrix that stand for
/// them, copied only where some are left out.
template <typename Visit>
void for_block_rows(const Chunk& chunk, const Visit& visit) {
  for (Index start = 0; start < chunk.records();) {
    const std::int64_t record = chunk.first_record + start;
    const Index count = std::min<Index>(chunk.records() - start, static_cast<Index>(kBlock - record % kBlock));
    std::vector<Index> present;
    for (Index i = start; !chunk.dropped.empty() && i < start + count; ++i)
      if (!chunk.dropped[static_cast<std::size_t>(i)]) present.push_back(i);
    const bool whole = chunk.dropped.empty() || static_cast<Index>(present.size()) == count, any = whole || !present.empty();
    if (whole) present.clear();
    if (any)
      visit(record, present, [&](const Matrix& values, const auto& use) {
        if (whole)
          use(MatrixRef(values.middleRows(start, count)));
        else
          use(MatrixRef(values(present, Eigen::all)));
      });
    start += count;
  }
}

/// Calls visit(first_record, rows) for each block that has records.
template <typename Visit>
void for_blocks(const Chunk& chunk, const Visit& visit) {
  for_block_rows(chunk, [&](std::int64_t record, const auto&, const auto& rows_of) {
    rows_of(chunk.values, [&](const MatrixRef& rows) { visit(record, rows); });
  });
}

/// Calls visit(first_record, rows, records) for each block that has records; `records` are their numbers, empty when they are
/// consecutive.
template <typename Visit>
void for_numbered_blocks(const Chunk& chunk, const Visit& visit) {
  for_block_rows(chunk, [&](std::int64_t record, const std::vector<Index>& present, const auto& rows_of) {
    std::vector<std::int64_t> records;
    for (const Index row : present) records.push_back(chunk.first_record + row);
    rows_of(chunk.values, [&](const MatrixRef& rows) { visit(record, rows, records); });
  });
}

/// The same of two chunks of the same records, as scan_pair gives them: visit(first_record, rows of a, rows of b).
template <typename Visit>
void for_blocks(const Chunk& a, const Chunk& b, const Visit& visit) {
  for_block_rows(a, [&](std::int64_t record, const auto&, const auto& rows_of) {
    rows_of(a.values,
            [&](const MatrixRef& left) { rows_of(b.values, [&](const MatrixRef& right) { visit(record, left, right); }); });
  });
}

}  // namespace guise::table
