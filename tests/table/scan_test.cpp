// SPDX-License-Identifier: Apache-2.0
// Passes over a table give the same records in the same blocks, whatever the threads, the chunk and the format.
#include <algorithm>
#include <map>
#include <mutex>

#include "scratch.h"
#include "table/duckdb_session.h"

namespace guise::table {
namespace scan_test {

struct Passed {
  std::map<std::int64_t, Matrix> chunks;  // by first record
  Matrix all() const {
    Index rows = 0, at = 0;
    for (const auto& [first, values] : chunks) rows += values.rows();
    Matrix out(rows, chunks.begin()->second.cols());
    for (const auto& [first, values] : chunks) {
      out.middleRows(at, values.rows()) = values;
      at += values.rows();
    }
    return out;
  }
};

Passed scan(const Table& table, const Selection& selection, const Work& how) {
  Passed passed;
  std::mutex mutex;
  table.scan(selection, how, [&](const Chunk& chunk) {
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(passed.chunks.emplace(chunk.first_record, chunk.values).second) << "visited twice";
  });
  return passed;
}

/// Every chunk starts at a block and ends with one, except at the ends of the table.
void expect_whole_blocks(const Passed& passed, std::int64_t first, std::int64_t end) {
  std::int64_t next = first;
  for (const auto& [begin, values] : passed.chunks) {
    EXPECT_EQ(begin, next);
    EXPECT_TRUE(begin % kBlock == 0 || begin == first) << begin;
    next = begin + values.rows();
    EXPECT_TRUE(next % kBlock == 0 || next == end) << next;
  }
  EXPECT_EQ(next, end);
}

class Scan : public ::testing::TestWithParam<std::string> {};

TEST_P(Scan, GivesEveryRecordOnceInWholeBlocks) {
  const Scratch scratch;
  const Matrix values = awkward_numbers(70'001, 3);
  const std::string path = scratch / ("in" + GetParam());
  copy(matrix_table(values), {.attributes = names_of(3)}, path);
  const Table table = Table::open(path);
  for (const std::int64_t first : {0, 5, 1024}) {
    const Selection some{.attributes = {"x3", "x1"}, .first_record = first};
    const Matrix expected = read_all(table, some);
    EXPECT_EQ(expected.col(0), values.col(2));
    for (const int threads : {1, 2}) {
      for (const std::int64_t chunk : {1000, 65536}) {
        const Passed passed = scan(table, some, {.threads = threads, .chunk = chunk});
        expect_whole_blocks(passed, first, first + 70'001);
        EXPECT_EQ(passed.all(), expected);
        EXPECT_EQ(scan(table, some, {.threads = threads, .chunk = chunk, .any_run = true}).all(), expected);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, Scan, ::testing::Values(".csv", ".parquet", ".npy", ".duckdb", ".json"));

TEST(ParquetScan, PutsBlocksTogetherThatRowGroupsCutApart) {
  const Scratch scratch;
  // What is left of full vectors is written as row groups that are not whole blocks.
  Matrix all = awkward_numbers(30'000, 3), values(20'000, 2);
  for (Index i = 0, to = 0; i < all.rows(); ++i) {
    all(i, 2) = static_cast<double>(i % 3);
    if (i % 3 != 0) values.row(to++) = all.row(i).head(2);
  }
  copy(matrix_table(all), {.attributes = names_of(3)}, scratch / "all.parquet");
  const Session session(1);
  const std::string odd = quote_text(scratch / "odd.parquet");
  session.run(fmt::format("COPY (SELECT x1, x2 FROM {} WHERE x3 <> 0) TO {} (ROW_GROUP_SIZE 2048)",
                          quote_text(scratch / "all.parquet"), odd),
              "test");
  ASSERT_NE(
      session.rows("SELECT count(*) FROM parquet_metadata(" + odd + ") WHERE row_group_num_rows % 1024 <> 0", "test").at(0)[0],
      "0");
  const Table table = Table::open(scratch / "odd.parquet");
  EXPECT_EQ(table.records(), 20'000);
  for (const std::int64_t first : {0, 77}) {
    const Selection both{.attributes = names_of(2), .first_record = first};
    const Passed passed = scan(table, both, {.threads = 2});
    expect_whole_blocks(passed, first, first + 20'000);
    EXPECT_EQ(passed.all(), values);
    EXPECT_EQ(scan(table, both, {.threads = 2, .any_run = true}).all(), values);
    const auto add_record = [](Chunk& chunk) {
      for (Index i = 0; i < chunk.records(); ++i) chunk.values.row(i).array() += static_cast<double>(chunk.first_record + i);
    };
    const auto run = [&](const std::string& name, const Work& how) {
      return transform(table, both, how, {.path = scratch / name, .columns = names_of(2)}, add_record).digest;
    };
    EXPECT_EQ(run("blocks.parquet", {}), run("runs.parquet", {.any_run = true}));
    EXPECT_EQ(run("blocks.csv", {}), run("runs.parquet", {.any_run = true}));
    Matrix expected = values;
    for (Index i = 0; i < 20'000; ++i) expected.row(i).array() += static_cast<double>(first + i);
    EXPECT_EQ(read_all(Table::open(scratch / "runs.parquet"), {.attributes = names_of(2)}), expected);
    EXPECT_EQ(read_all(Table::open(scratch / "blocks.parquet"), {.attributes = names_of(2)}), expected);
  }
}

TEST(Transform, IsTheSameByteForByteForAnyThreadsAndChunks) {
  const Scratch scratch;
  const Matrix values = awkward_numbers(40'000, 3);
  copy(matrix_table(values), {.attributes = names_of(3)}, scratch / "in.csv");
  copy(matrix_table(values), {.attributes = names_of(3)}, scratch / "in.parquet");
  const Matrix turn = awkward_numbers(3, 2);
  for (const std::string ending : {".csv", ".parquet"}) {
    const Table table = Table::open(scratch / ("in" + ending));
    std::string bytes;
    Bytes32 digest{};
    for (const int threads : {1, 2}) {
      for (const std::int64_t chunk : {1000, 65536}) {
        const Written written = transform(table, {.attributes = names_of(3)}, {.threads = threads, .chunk = chunk},
                                          {.path = scratch / ("out" + ending), .columns = {"y1", "y2"}}, [&](Chunk& c) {
                                            const Matrix product = c.values * turn;
                                            c.values = product;
                                          });
        const std::string now = slurp(scratch / ("out" + ending));
        if (bytes.empty()) bytes = now, digest = written.digest;
        EXPECT_EQ(now == bytes, true) << ending << " with " << threads << " threads, chunk " << chunk;
        EXPECT_EQ(written.digest, digest);
      }
    }
  }
}

TEST(Transform, ReportsProgressUpToTheLastRecord) {
  const Scratch scratch;
  std::mutex mutex;
  std::int64_t most = 0;
  std::string stage;
  const Work how{.progress =
                     [&](const Stage& now) {
                       const std::lock_guard lock(mutex);
                       stage = now.name;
                       most = std::max(most, now.done);
                       EXPECT_EQ(now.total, 50'000);
                     },
                 .stage = "masking"};
  copy(matrix_table(awkward_numbers(50'000, 1)), {.attributes = names_of(1)}, scratch / "out.csv", how);
  EXPECT_EQ(most, 50'000);
  EXPECT_EQ(stage, "masking");
}

TEST(Transform, CallsReadyBeforeTheFileHasItsName) {
  const Scratch scratch;
  const std::string path = scratch / "out.csv";
  bool called = false;
  transform(
      matrix_table(awkward_numbers(10, 1)), {.attributes = names_of(1)}, {}, {.path = path, .columns = {"y"}}, [](Chunk&) {},
      [&](const Written& so_far) {
        called = true;
        EXPECT_EQ(so_far.records, 10);
        EXPECT_FALSE(std::filesystem::exists(path));
      });
  EXPECT_TRUE(called);
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_THROW(
      transform(
          matrix_table(awkward_numbers(10, 1)), {.attributes = names_of(1)}, {}, {.path = scratch / "no.csv", .columns = {"y"}},
          [](Chunk&) {}, [](const Written&) { refuse("the key cannot be written"); }),
      Error);
  EXPECT_EQ(scratch.files(), 1u);
}

}  // namespace scan_test
}  // namespace guise::table
