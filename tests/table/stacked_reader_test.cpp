// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <mutex>
#include <set>

#include "scratch.h"
#include "table/transform.h"

namespace guise::table {
namespace stacked_reader_test {

const Matrix kAll = awkward_numbers(5000, 2);

/// Cut after these records.
Table stacked(const std::vector<Index>& sizes) {
  std::vector<Table> parts;
  Index first = 0;
  for (const Index size : sizes) {
    parts.push_back(Table::from_matrix(kAll.middleRows(first, size), {"a", "b"}));
    first += size;
  }
  return Table::below(std::move(parts));
}

class Below : public ::testing::TestWithParam<std::vector<Index>> {};

TEST_P(Below, IsTheWholeTableWhereverItWasCut) {
  const Table table = stacked(GetParam());
  EXPECT_EQ(read_all(table, {.attributes = {"b", "a"}, .kept = {}}).col(1), kAll.col(0));
}

TEST_P(Below, GivesEveryBlockInOnePiece) {
  const Table table = stacked(GetParam());
  std::set<std::int64_t> starts;
  std::mutex mutex;
  Index records = 0;
  Work work;
  work.chunk = kBlock;
  table.scan({.attributes = {"a"}, .kept = {}}, work, [&](const Chunk& chunk) {
    const std::lock_guard lock(mutex);
    EXPECT_EQ(chunk.first_record % kBlock, 0);
    EXPECT_TRUE(starts.insert(chunk.first_record).second);
    records += chunk.records();
  });
  EXPECT_EQ(records, 5000);
}

INSTANTIATE_TEST_SUITE_P(Cuts, Below,
                         ::testing::Values(std::vector<Index>{5000}, std::vector<Index>{2048, 2952},
                                           std::vector<Index>{1500, 3500}, std::vector<Index>{1, 2, 3, 4994},
                                           std::vector<Index>{1023, 1, 1, 3975}, std::vector<Index>{100, 100, 4800}));

TEST(BelowFiles, CarriesTextAcrossTheirBorders) {
  const Scratch scratch;
  std::vector<Table> parts;
  for (const char* name : {"one", "two"}) {
    std::string text = "a,who\n";
    for (int i = 0; i < 1500; ++i) text += fmt::format("{},{} {}\n", i, name, i);
    parts.push_back(Table::open(scratch.put(std::string(name) + ".csv", text)));
  }
  const Table table = Table::below(std::move(parts));
  std::mutex mutex;
  std::vector<std::string> who(3000);
  table.scan({.attributes = {"a"}, .kept = {"who"}}, {}, [&](const Chunk& chunk) {
    const std::lock_guard lock(mutex);
    for (Index i = 0; i < chunk.records(); ++i)
      who[static_cast<std::size_t>(chunk.first_record + i)] = text_at(chunk.kept.front(), i);
  });
  EXPECT_EQ(who[1499], "one 1499");
  EXPECT_EQ(who[1500], "two 0");
  EXPECT_EQ(who[2999], "two 1499");
}

}  // namespace stacked_reader_test
}  // namespace guise::table
