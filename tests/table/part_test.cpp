// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "scratch.h"
#include "table/passes.h"
#include "table/transform.h"

namespace guise::table {
namespace part_test {

constexpr Index kRecords = 5300;
const Matrix kAll = awkward_numbers(kRecords, 3);

/// The same records in every format, and as tables one below the other.
std::vector<std::pair<std::string, Table>> all_formats(const Scratch& scratch) {
  const Table memory = Table::from_matrix(kAll, {"x1", "x2", "x3"});
  const Selection selection{.attributes = {"x1", "x2", "x3"}, .kept = {}};
  std::vector<std::pair<std::string, Table>> out;
  for (const char* name : {"t.csv", "t.npy", "t.parquet", "t.json"}) {
    const Output output{.path = scratch / name, .columns = selection.attributes};
    transform(memory, selection, {}, output, [](Chunk&) {});
    out.emplace_back(name, Table::open(scratch / name));
  }
  std::vector<Table> below, files;
  for (const auto& [first, count] : {std::pair<Index, Index>{0, 1500}, {1500, 1}, {1501, 2000}, {3501, kRecords - 3501}})
    below.push_back(Table::from_matrix(kAll.middleRows(first, count), {"x1", "x2", "x3"}));
  files.push_back(Table::open(scratch / "t.csv"));
  out.emplace_back("below", Table::below(std::move(below)));
  out.emplace_back("below a csv", Table::below(std::move(files)));
  out.emplace_back("memory", Table::from_matrix(kAll, {"x1", "x2", "x3"}));
  return out;
}

void expect_range(const std::string& name, const Table& table, Index begin, Index end) {
  const Table part = Table::part(table, begin, end);
  const Index last = std::min(end, kRecords);
  const Matrix rows = read_all(part, {.attributes = {"x2", "x1"}, .kept = {}, .first_record = 700});
  ASSERT_EQ(rows.rows(), last - begin) << name << " " << begin << ".." << end;
  EXPECT_EQ(rows.col(0), kAll.col(1).segment(begin, last - begin)) << name << " " << begin << ".." << end;
  std::atomic<std::int64_t> first = kRecords + 700, records = 0;
  part.scan({.attributes = {"x1"}, .kept = {"x3"}, .first_record = 700}, {.chunk = kBlock}, [&](const Chunk& chunk) {
    for (std::int64_t least = first; chunk.first_record < least && !first.compare_exchange_weak(least, chunk.first_record);) {
    }
    EXPECT_TRUE(chunk.first_record == begin + 700 || chunk.first_record % kBlock == 0) << name;
    EXPECT_EQ(chunk.values(0, 0), kAll(chunk.first_record - 700, 0)) << name;
    EXPECT_EQ(std::stod(std::string(text_at(chunk.kept[0], 0))), kAll(chunk.first_record - 700, 2)) << name;
    records += chunk.records();
  });
  EXPECT_EQ(first, begin + 700) << name;
  EXPECT_EQ(records, last - begin) << name;
}

TEST(Part, HoldsTheRecordsOfItsRangeInEveryFormat) {
  const Scratch scratch;
  std::mt19937 engine(3);
  for (const auto& [name, table] : all_formats(scratch)) {
    expect_range(name, table, 0, kRecords);
    expect_range(name, table, 1024, 2048);
    expect_range(name, table, kRecords - 1, kRecords + 1000);
    for (int trial = 0; trial < 4; ++trial) {
      const Index begin = static_cast<Index>(engine() % kRecords);
      expect_range(name, table, begin, begin + 1 + static_cast<Index>(engine() % static_cast<unsigned>(kRecords - begin)));
    }
  }
}

/// Bytes that this process has read from files so far.
std::int64_t bytes_read() {
  std::istringstream counts(slurp("/proc/self/io"));
  std::string word;
  std::int64_t bytes = 0;
  while (counts >> word >> bytes)
    if (word == "rchar:") return bytes;
  return 0;
}

TEST(Part, ReadsLittleMoreThanItsRange) {
  const Scratch scratch;
  constexpr Index records = 500'000, begin = 400 * kBlock, count = 8 * kBlock;
  Matrix values(records, 1);
  for (Index i = 0; i < records; ++i) values(i, 0) = std::sqrt(static_cast<double>(i));
  const Table memory = Table::from_matrix(values, {"x1"});
  for (const char* name : {"t.parquet", "t.npy", "t.csv"}) {
    transform(memory, {.attributes = {"x1"}}, {}, {.path = scratch / name, .columns = {"x1"}}, [](Chunk&) {});
    Table table = Table::open(scratch / name);
    table.reader().take_index(table.reader().make_index(), "the index");
    const std::int64_t before = bytes_read();
    const Matrix rows = read_all(Table::part(table, begin, begin + count), {.attributes = {"x1"}});
    const std::int64_t read = bytes_read() - before;
    EXPECT_EQ(rows, values.middleRows(begin, count)) << name;
    // A row group of Parquet has 122,880 records; the index of CSV names every 65,536th.
    EXPECT_LT(read, static_cast<std::int64_t>(std::filesystem::file_size(scratch / name)) * 2 / 5) << name;
    EXPECT_GT(read, count * 4) << name;
  }
}

TEST(Part, OfACsvFileWithAnIndexIsTheSame) {
  const Scratch scratch;
  std::string text = "x1,x2\n";  // longer than the 65,536 records from one place of the index to the next
  for (int i = 0; i < 70'000; ++i) text += fmt::format("{},\"{}\"\n", i, -i);
  Table table = Table::open(scratch.put("long.csv", text));
  EXPECT_FALSE(table.records());
  const std::string index = table.reader().make_index();
  table.reader().take_index(index, "the index");
  EXPECT_EQ(table.records(), 70'000);
  for (const Index begin : {0, 65'535, 65'536, 69'999}) {
    const Matrix rows = read_all(Table::part(table, begin, begin + 3), {.attributes = {"x1", "x2"}, .kept = {}});
    ASSERT_EQ(rows.rows(), std::min<Index>(3, 70'000 - begin));
    EXPECT_EQ(rows(0, 0), static_cast<double>(begin));
    EXPECT_EQ(rows(0, 1), static_cast<double>(-begin));
  }
  EXPECT_THROW(Table::open(scratch.put("short.csv", "x1\n1\n2\n")).reader().take_index(index, "the index"), Error);
}

}  // namespace part_test
}  // namespace guise::table
