// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <mutex>
#include <set>

#include "scratch.h"
#include "table/transform.h"

namespace guise::table {
namespace {

const Matrix kAll = awkward_numbers(5000, 2);

/// Cut after these records, each piece written as CSV with a kept column.
Table stacked(const Scratch& scratch, const std::vector<Index>& sizes) {
  std::vector<Table> parts;
  Index first = 0;
  for (const Index size : sizes) {
    const std::string path = scratch / ("part" + std::to_string(parts.size()) + ".csv");
    transform(Table::from_matrix(kAll.middleRows(first, size), {"a", "b"}), {.attributes = {"a", "b"}, .kept = {}}, {},
              {.path = path, .columns = {"a", "b"}}, [](Chunk&) {});
    parts.push_back(Table::open(path));
    first += size;
  }
  return Table::below(std::move(parts));
}

class Below : public ::testing::TestWithParam<std::vector<Index>> {};

TEST_P(Below, IsTheWholeTableWhereverItWasCut) {
  const Scratch scratch;
  const Table table = stacked(scratch, GetParam());
  EXPECT_EQ(read_all(table, {.attributes = {"b", "a"}, .kept = {}}).col(1), kAll.col(0));
}

TEST_P(Below, GivesEveryBlockInOnePiece) {
  const Scratch scratch;
  const Table table = stacked(scratch, GetParam());
  std::set<std::int64_t> starts;
  std::mutex mutex;
  Index records = 0;
  Work work;
  work.chunk = kBlock;
  table.scan({.attributes = {"a"}, .kept = {"b"}}, work, [&](const Chunk& chunk) {
    const std::lock_guard lock(mutex);
    EXPECT_EQ(chunk.first_record % kBlock, 0);
    EXPECT_EQ(static_cast<Index>(chunk.kept.front().ends.size()), chunk.records());
    EXPECT_TRUE(starts.insert(chunk.first_record).second);
    records += chunk.records();
  });
  EXPECT_EQ(records, 5000);
}

INSTANTIATE_TEST_SUITE_P(Cuts, Below,
                         ::testing::Values(std::vector<Index>{5000}, std::vector<Index>{2048, 2952},
                                           std::vector<Index>{1500, 3500}, std::vector<Index>{1, 2, 3, 4994},
                                           std::vector<Index>{1023, 1, 1, 3975}, std::vector<Index>{100, 100, 4800}));

}  // namespace
}  // namespace guise::table
