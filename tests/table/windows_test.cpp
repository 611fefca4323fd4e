// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <map>
#include <mutex>

#include "scratch.h"

namespace guise::table {
namespace windows_test {

/// 200 columns make windows small: 20 blocks.
constexpr Index kColumns = 200, kRows = 50'000;

TEST(Windows, AreWholeBlocksOfAboutThirtyTwoMebibytes) {
  for (const Index columns : {1, 10, 200, 5000, 100'000}) {
    const std::int64_t records = window_records(columns);
    EXPECT_EQ(records % kBlock, 0);
    EXPECT_TRUE(records == kBlock || records * columns * 8 <= 32 << 20);
    EXPECT_LE(records, 65536);
  }
  EXPECT_EQ(window_records(kColumns), 20 * kBlock);
}

TEST(Windows, AreSlicesOfTheTableWithTheirNeighbours) {
  const Matrix values = awkward_numbers(kRows, kColumns);
  const Table table = matrix_table(values);
  for (const std::int64_t first : {0, 3000}) {
    for (const std::int64_t halo : {0, 7, 30'000}) {
      std::map<std::int64_t, Index> seen;
      std::map<std::int64_t, std::int64_t> indices;
      std::mutex mutex;
      const Selection all{.attributes = names_of(kColumns), .first_record = first};
      scan_windows(table, all, {.threads = 2, .chunk = 1000}, {.halo = halo}, [&](const Window& window) {
        EXPECT_TRUE(window.records.empty()) << "none is dropped";
        const Index begin = window.first_record + window.before - first, before = std::min<Index>(halo, begin);
        const Index behind = std::min<Index>(halo, kRows - begin - window.count);
        EXPECT_EQ(window.before, before);
        ASSERT_EQ(window.values.rows(), before + window.count + behind);
        EXPECT_TRUE(window.values == values.middleRows(begin - before, window.values.rows()));
        const std::lock_guard lock(mutex);
        seen[window.first_record + window.before] = window.count;
        indices[window.index] = window.first_record + window.before;
      });
      EXPECT_EQ(indices.size(), seen.size());
      EXPECT_EQ(indices.rbegin()->first + 1, static_cast<std::int64_t>(seen.size()));
      EXPECT_EQ(indices.rbegin()->second, seen.rbegin()->first);
      std::int64_t next = first;
      for (const auto& [begin, count] : seen) {
        EXPECT_EQ(begin, next);
        next += count;
        EXPECT_TRUE(next % window_records(kColumns) == 0 || next == first + kRows);
      }
      EXPECT_EQ(next, first + kRows);
    }
  }
}

TEST(Windows, SeeOnlyRecordsThatAreNotDropped) {
  const Scratch scratch;
  const Table table =
      Table::query("SELECT CASE WHEN i % 100 = 50 THEN NULL ELSE i END AS x, 'r' || i AS id FROM range(1000000) t(i)");
  const Selection drop{.attributes = {"x"}, .kept = {"id"}, .missing = Missing::drop};
  const auto next_minus_last = [](const Window& window) {
    Matrix out(window.count, 1);
    for (Index i = 0; i < window.count; ++i) {
      const Index at = window.before + i;
      out(i, 0) = window.values(std::min(at + 1, window.values.rows() - 1), 0) - window.values(std::max<Index>(at - 1, 0), 0);
    }
    return out;
  };
  const Written written = transform_windows(table, drop, {.threads = 2}, {.halo = 1},
                                            {.path = scratch / "out.csv", .columns = {"step"}}, next_minus_last);
  EXPECT_EQ(written.records, 990'000);
  const Matrix present = read_all(table, drop), steps = read_all(Table::open(scratch / "out.csv"), {.attributes = {"step"}});
  ASSERT_EQ(steps.rows(), 990'000);
  for (Index i = 0; i < steps.rows(); ++i) {
    const Index last = std::max<Index>(i - 1, 0), next = std::min(i + 1, steps.rows() - 1);
    ASSERT_EQ(steps(i, 0), present(next, 0) - present(last, 0)) << i;
  }
  EXPECT_EQ(written.digest, digest_release(Table::open(scratch / "out.csv"), {.attributes = {"step"}}, {}).digest);
  const std::string text = slurp(scratch / "out.csv");
  EXPECT_NE(text.find("\nr49,"), std::string::npos);
  EXPECT_EQ(text.find("\nr50,"), std::string::npos);
}

TEST(Windows, KnowTheRecordNumbersOfTheirRowsAndWhatWasPrepared) {
  const Table table = Table::query("SELECT CASE WHEN i = 1500 THEN NULL ELSE i + 40 END AS x FROM range(150000) t(i)");
  const Selection drop{.attributes = {"x"}, .missing = Missing::drop, .first_record = 40};
  const Windows windows{.halo = 5, .columns = 2, .prepare = [](Chunk& chunk) {
                          chunk.values.conservativeResize(Eigen::NoChange, 2);
                          for (Index i = 0; i < chunk.records(); ++i)
                            chunk.values(i, 1) = static_cast<double>(chunk.first_record + i);
                        }};
  std::atomic<Index> rows = 0;
  scan_windows(table, drop, {.threads = 2}, windows, [&](const Window& window) {
    ASSERT_EQ(window.values.cols(), 2);
    EXPECT_EQ(window.records.empty(), window.index > 0) << "only the first window has a gap";
    for (Index i = 0; i < window.values.rows(); ++i) {
      const std::int64_t record =
          window.records.empty() ? window.first_record + i : window.records[static_cast<std::size_t>(i)];
      ASSERT_EQ(window.values(i, 0), static_cast<double>(record));
      ASSERT_EQ(window.values(i, 1), static_cast<double>(record));
    }
    rows += window.count;
  });
  EXPECT_EQ(rows, 149'999);
}

TEST(Windows, GiveTheFirstErrorInTheData) {
  const Table table = Table::query("SELECT CASE WHEN i >= 700 THEN NULL ELSE i END AS x FROM range(5000) t(i)");
  EXPECT_SAYS(sentence_of([&] { scan_windows(table, {.attributes = {"x"}}, {.chunk = 1}, {.halo = 3}, [](const Window&) {}); }),
              "row 701,");
}

}  // namespace windows_test
}  // namespace guise::table
