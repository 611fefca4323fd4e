// SPDX-License-Identifier: Apache-2.0
#include "mining/gathered.h"

#include <gtest/gtest.h>

#include "random/laws.h"

namespace guise::mining {
namespace gathered_test {

constexpr Index kRecords = 5000;

Matrix normals() {
  Matrix out(kRecords, 2);
  random::fill_normal(random::Rng::from_seed(1), 0, 0, {out.data(), static_cast<std::size_t>(out.size())});
  return out;
}

Data from_table(const Matrix& rows) {
  Data data;
  data.table = std::make_shared<const table::Table>(table::Table::from_matrix(rows, {"a", "b"}));
  data.selection.attributes = data.columns = {"a", "b"};
  data.work.chunk = 1024;
  data.name = "the table";
  return data;
}

constexpr std::size_t kBytes = kRecords * 2 * sizeof(double);

TEST(Gathered, HoldsRecordsInTheirOrderWhereTheyJustFit) {
  const Matrix x = normals();
  const Gathered all = gather(from_table(x), 100, kBytes, random::Rng::from_seed(2));
  ASSERT_TRUE(all.data.held);
  EXPECT_EQ(all.data.held->rows, x);
  EXPECT_EQ(all.records, kRecords);
  EXPECT_EQ(all.sample.rows(), 100);
}

TEST(Gathered, ReadsThemAgainWhereTheyDoNotFit) {
  const Matrix x = normals();
  const Gathered all = gather(from_table(x), 100, kBytes - 1, random::Rng::from_seed(2));
  EXPECT_FALSE(all.data.held);
  EXPECT_EQ(all.records, kRecords);
  EXPECT_EQ(read(all.data).rows, x);
  EXPECT_EQ(all.sample, gather(from_table(x), 100, kBytes, random::Rng::from_seed(2)).sample);
}

TEST(Gathered, HoldsThePartOfAFoldOnly) {
  const Data data = in_memory({.rows = normals()}, {"a", "b"});
  const Data fold = fold_of(data, 5, 2, true, random::Rng::from_seed(3));
  const Gathered part = gather(fold, 100, kBytes, random::Rng::from_seed(2));
  EXPECT_EQ(read(part.data).rows, read(fold).rows);
  EXPECT_EQ(gather(data, 100, 0, random::Rng::from_seed(2)).data.held, data.held);
}

}  // namespace gathered_test
}  // namespace guise::mining
