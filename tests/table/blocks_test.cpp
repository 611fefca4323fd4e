// SPDX-License-Identifier: Apache-2.0
#include "table/blocks.h"

#include <gtest/gtest.h>

namespace guise::table {
namespace blocks_test {

Chunk chunk_of(std::int64_t first, Index records) {
  Chunk chunk{.first_record = first, .values = Matrix(records, 2)};
  for (Index i = 0; i < records; ++i) chunk.values.row(i).setConstant(static_cast<double>(first + i));
  return chunk;
}

TEST(ForBlocks, CutsAtMultiplesOfTheBlockWhereverTheChunkBegins) {
  std::vector<std::pair<std::int64_t, Index>> seen;
  for_blocks(chunk_of(1000, 2000), [&](std::int64_t record, const MatrixRef& rows) {
    seen.emplace_back(record, rows.rows());
    EXPECT_EQ(rows(0, 1), static_cast<double>(record));
  });
  EXPECT_EQ(seen, (std::vector<std::pair<std::int64_t, Index>>{{1000, 24}, {1024, 1024}, {2048, 952}}));
}

TEST(ForBlocks, LeavesOutWhatIsDroppedAndBlocksWithNothingLeft) {
  Chunk chunk = chunk_of(0, 3072);
  chunk.dropped.assign(3072, 0);
  chunk.dropped[1] = chunk.dropped[2500] = 1;
  std::fill(chunk.dropped.begin() + 1024, chunk.dropped.begin() + 2048, std::uint8_t{1});
  std::vector<std::pair<std::int64_t, Index>> seen;
  for_blocks(chunk, [&](std::int64_t record, const MatrixRef& rows) {
    seen.emplace_back(record, rows.rows());
    EXPECT_EQ(rows(1, 0), record == 0 ? 2 : 2049);
    EXPECT_EQ(rows(500, 0), record == 0 ? 501 : 2549);
  });
  EXPECT_EQ(seen, (std::vector<std::pair<std::int64_t, Index>>{{0, 1023}, {2048, 1023}}));
}

TEST(ForNumberedBlocks, SaysWhichRecordsAreLeft) {
  Chunk chunk = chunk_of(1000, 100);
  chunk.dropped.assign(100, 0);
  chunk.dropped[3] = 1;
  std::vector<std::size_t> sizes;
  for_numbered_blocks(chunk, [&](std::int64_t, const MatrixRef& rows, const std::vector<std::int64_t>& records) {
    sizes.push_back(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) EXPECT_EQ(rows(static_cast<Index>(i), 0), static_cast<double>(records[i]));
  });
  EXPECT_EQ(sizes, (std::vector<std::size_t>{23, 0})) << "none said where they are consecutive";
}

TEST(ForBlocks, GivesTheSameRecordsOfTwoTables) {
  Chunk a = chunk_of(512, 1024), b = chunk_of(512, 1024);
  b.values *= -1;
  a.dropped.assign(1024, 0);
  a.dropped[3] = 1;
  b.dropped = a.dropped;
  Index total = 0;
  for_blocks(a, b, [&](std::int64_t, const MatrixRef& left, const MatrixRef& right) {
    EXPECT_EQ(left, -right);
    total += left.rows();
  });
  EXPECT_EQ(total, 1023);
}

}  // namespace blocks_test
}  // namespace guise::table
