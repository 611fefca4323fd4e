// SPDX-License-Identifier: Apache-2.0
#include <atomic>

#include "scratch.h"

namespace guise::table {
namespace scan_pair_test {

TEST(ScanPair, GivesTheSameRecordsOfBothTables) {
  const Scratch scratch;
  const Matrix values = awkward_numbers(30'000, 2);
  copy(matrix_table(values), {.attributes = names_of(2)}, scratch / "a.csv");
  copy(matrix_table(3 * values), {.attributes = names_of(2)}, scratch / "b.parquet");
  const Table a = Table::open(scratch / "a.csv"), b = Table::open(scratch / "b.parquet");
  std::atomic<Index> records = 0;
  const Selection one{.attributes = {"x2"}, .first_record = 9}, two{.attributes = {"x1", "x2"}};
  scan_pair(a, one, b, two, {.threads = 2, .chunk = 3000}, [&](const Chunk& left, const Chunk& right) {
    EXPECT_EQ(left.first_record, right.first_record);
    EXPECT_TRUE(left.first_record == 9 || left.first_record % kBlock == 0);
    ASSERT_EQ(left.records(), right.records());
    EXPECT_TRUE(left.values.col(0) == values.col(1).segment(left.first_record - 9, left.records()));
    EXPECT_TRUE((3 * left.values.col(0)) == right.values.col(1));
    records += left.records();
  });
  EXPECT_EQ(records, 30'000);
}

TEST(ScanPair, DropsARecordFromBothWhenEitherMissesIt) {
  const Table a = Table::query("SELECT CASE WHEN i = 5 THEN NULL ELSE i END AS x FROM range(3000) t(i)");
  const Table b = Table::query("SELECT CASE WHEN i = 2500 THEN NULL ELSE i END AS x FROM range(3000) t(i)");
  const Selection drop{.attributes = {"x"}, .missing = Missing::drop};
  std::vector<std::int64_t> dropped;
  scan_pair(a, drop, b, drop, {.threads = 1}, [&](const Chunk& left, const Chunk& right) {
    EXPECT_EQ(left.dropped, right.dropped);
    for (std::size_t i = 0; i < left.dropped.size(); ++i) {
      if (left.dropped[i]) dropped.push_back(left.first_record + static_cast<std::int64_t>(i));
    }
  });
  EXPECT_EQ(dropped, (std::vector<std::int64_t>{5, 2500}));
}

TEST(ScanPair, RefusesTablesOfDifferentLength) {
  const auto rows = [](int count) { return Table::query(fmt::format("SELECT i AS x FROM range({}) t(i)", count)); };
  const auto refusal = [&](const Table& a, const Table& b) {
    return sentence_of([&] {
      scan_pair(a, {.attributes = {"x"}}, b, {.attributes = {"x"}}, {.chunk = 1024}, [](const Chunk&, const Chunk&) {});
    });
  };
  EXPECT_SAYS(refusal(rows(3000), rows(3001)), "different numbers of records");
  EXPECT_SAYS(refusal(rows(2048), rows(1024)), "different numbers of records");
  EXPECT_SAYS(refusal(Table::from_matrix(Matrix::Ones(3, 1), {"x"}), Table::from_matrix(Matrix::Ones(4, 1), {"x"})),
              "(3 and 4)");
}

}  // namespace scan_pair_test
}  // namespace guise::table
