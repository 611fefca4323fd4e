// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "scratch.h"

namespace guise::table {
namespace shuffle_test {

std::uint64_t priority(std::int64_t record) {
  std::uint64_t x = static_cast<std::uint64_t>(record) + 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

class Shuffle : public ::testing::TestWithParam<std::string> {};

TEST_P(Shuffle, WritesTheRecordsInTheOrderOfTheirPriority) {
  constexpr std::int64_t first = 100, count = 30'000;
  const Scratch scratch;
  const Table in =
      Table::query(fmt::format("SELECT i + {} AS record, i * 0.5 AS x, 'r' || i AS id FROM range({}) t(i)", first, count));
  std::vector<std::int64_t> order(count);
  std::iota(order.begin(), order.end(), first);
  std::sort(order.begin(), order.end(), [](auto a, auto b) { return priority(a) < priority(b); });

  const bool kept = GetParam() != ".npy";
  const Selection all{.attributes = {"record", "x"},
                      .kept = kept ? std::vector<std::string>{"id"} : std::vector<std::string>{},
                      .first_record = first};
  const std::string path = scratch / ("out" + GetParam());
  std::optional<Bytes32> digest;
  for (const int threads : {1, 2}) {
    const Written written = transform(in, all, {.threads = threads, .chunk = 1000 * threads},
                                      {.path = path, .columns = names_of(2), .shuffle = priority}, [](Chunk&) {});
    EXPECT_EQ(written.records, count);
    const Table out = Table::open(path);
    const Matrix values = read_all(out, {.attributes = names_of(2)});
    ASSERT_EQ(values.rows(), count);
    for (Index i = 0; i < count; ++i) {
      const auto record = order[static_cast<std::size_t>(i)];
      ASSERT_EQ(values(i, 0), static_cast<double>(record));
      ASSERT_EQ(values(i, 1), static_cast<double>(record - first) * 0.5);
    }
    EXPECT_EQ(written.digest, digest_release(out, {.attributes = names_of(2)}, {}).digest);
    EXPECT_EQ(digest.value_or(written.digest), written.digest);
    digest = written.digest;
    if (!kept) continue;
    out.scan({.attributes = {"x1"}, .kept = {"id"}}, {}, [&](const Chunk& chunk) {
      for (Index i = 0; i < chunk.records(); ++i) {
        EXPECT_EQ(text_at(chunk.kept[0], i), fmt::format("r{}", chunk.values(i, 0) - static_cast<double>(first)));
      }
    });
  }
  EXPECT_EQ(scratch.files(), 1u) << "the spill folder is gone";
}

INSTANTIATE_TEST_SUITE_P(Formats, Shuffle, ::testing::Values(".csv", ".parquet", ".npy", ".duckdb"));

TEST(Shuffle, LeavesDroppedRecordsOutAndTakesPrioritiesOfTheOriginalNumbers) {
  const Scratch scratch;
  const Table in = Table::query("SELECT CASE WHEN i % 10 = 3 THEN NULL ELSE i END AS x FROM range(5000) t(i)");
  const auto backwards = [](std::int64_t record) { return static_cast<std::uint64_t>(100'000 - record); };
  const Written written = transform(in, {.attributes = {"x"}, .missing = Missing::drop}, {},
                                    {.path = scratch / "out.csv", .columns = {"x"}, .shuffle = backwards}, [](Chunk&) {});
  EXPECT_EQ(written.records, 4500);
  const Matrix values = read_all(Table::open(scratch / "out.csv"), {.attributes = {"x"}});
  EXPECT_EQ(values(0, 0), 4999);
  EXPECT_TRUE(std::is_sorted(values.data(), values.data() + values.size(), std::greater<>()));
}

TEST(Shuffle, StopsWithTheErrorOfTheWork) {
  const Scratch scratch;
  const Table in = matrix_table(awkward_numbers(100'000, 2));
  const auto stop = [](Chunk& chunk) { require(chunk.first_record < 50'000, "enough"); };
  EXPECT_EQ(sentence_of([&] {
              transform(in, {.attributes = names_of(2)}, {},
                        {.path = scratch / "out.csv", .columns = names_of(2), .shuffle = priority}, stop);
            }),
            "enough");
  EXPECT_EQ(scratch.files(), 0u);
}

}  // namespace shuffle_test
}  // namespace guise::table
