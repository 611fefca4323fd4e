// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/error.h"
#include "scratch.h"
#include "table/transform.h"

namespace guise::table {
namespace pasted_reader_test {

const Matrix kLeft = awkward_numbers(5000, 2), kRight = 3 * awkward_numbers(5000, 3).array() + 1;

Table pasted(Matrix right = kRight) {
  std::vector<Table> others;
  others.push_back(Table::from_matrix(std::move(right), {"a", "b", "c"}));
  return Table::beside(Table::from_matrix(kLeft, {"a", "x"}), std::move(others));
}

TEST(Beside, PutsColumnsOfTheSameRecordsTogether) {
  const Table table = pasted();
  const std::string theirs = beside_name("the matrix", "c"), same = beside_name("the matrix", "a");
  const Matrix read = read_all(table, {.attributes = {theirs, "x", same, "a"}, .kept = {}});
  EXPECT_EQ(read.col(0), kRight.col(2));
  EXPECT_EQ(read.col(1), kLeft.col(1));
  EXPECT_EQ(read.col(2), kRight.col(0));
  EXPECT_EQ(read.col(3), kLeft.col(0));
  EXPECT_EQ(table.records(), 5000);
}

TEST(Beside, ReadsFilesOfDifferentFormatsInStep) {
  const Scratch scratch;
  const auto write = [&](const Matrix& values, const std::vector<std::string>& names, const std::string& file) {
    transform(Table::from_matrix(values, names), {.attributes = names, .kept = {}}, {},
              {.path = scratch / file, .columns = names}, [](Chunk&) {});
    return Table::open(scratch / file);
  };
  std::vector<Table> others;
  others.push_back(write(kRight, {"a", "b", "c"}, "right.parquet"));
  const Table table = Table::beside(write(kLeft, {"a", "x"}, "left.csv"), std::move(others));
  const Matrix read = read_all(table, {.attributes = {"a", beside_name(scratch / "right.parquet", "b")}, .kept = {}});
  EXPECT_EQ(read.col(0), kLeft.col(0));
  EXPECT_EQ(read.col(1), kRight.col(1));
}

TEST(Beside, RefusesTablesOfDifferentLength) {
  EXPECT_THROW(pasted(kRight.topRows(4999)), Error);
}

TEST(Beside, RefusesAColumnNeitherHas) {
  const Table table = pasted();
  EXPECT_THROW(read_all(table, {.attributes = {"b"}, .kept = {}}), Error);
}

}  // namespace pasted_reader_test
}  // namespace guise::table
