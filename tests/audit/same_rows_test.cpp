// SPDX-License-Identifier: Apache-2.0
#include "audit/same_rows.h"

#include <gtest/gtest.h>

#include "audit/shuffled.h"

namespace guise::audit {
namespace same_rows_test {

using testing::names;
using testing::normals;
using testing::originals;
using testing::shuffled;

SameRows same(const Matrix& x, const Matrix& release) {
  const table::Table a = table::Table::from_matrix(x, names('x', x.cols())),
                     b = table::Table::from_matrix(release, names('y', x.cols()));
  const Sides sides{a, b, {.attributes = names('x', x.cols())}, {.attributes = names('y', x.cols())}};
  return same_rows(sides, {}, RowCode(x, release, random::Rng::from_seed(1)), 1000);
}

Matrix stacked(const Matrix& above, const Matrix& below) {
  Matrix out(above.rows() + below.rows(), above.cols());
  out << above, below;
  return out;
}

TEST(Decimals, AreThoseThatWriteEveryNumber) {
  EXPECT_EQ(decimals_of(Vector{{1, -20, 300}}), 0);
  EXPECT_EQ(decimals_of(Vector{{1.25, 0.1, 1234567.5}}), 2);
  EXPECT_EQ(decimals_of(Vector{{0.000001, 3}}), 6);
  EXPECT_FALSE(decimals_of(normals(50, 1, 1)));
  EXPECT_FALSE(decimals_of(1e9 * normals(50, 1, 1)));
}

TEST(SameRows, FindsCopiesAmongStrangers) {
  const Matrix x = originals(2000, 1);
  const Matrix release = stacked(originals(1940, 2), x.topRows(60))(shuffled(2000, 3), Eigen::all);
  const SameRows found = same(x, release);
  EXPECT_EQ(found.found, 60);
  EXPECT_EQ(found.by_luck, 0);
  EXPECT_TRUE(found.no_chance());
  EXPECT_EQ(found.original.size(), 60u);
}

TEST(SameRows, FindsCopiesWithFewerDigits) {
  const Matrix x = originals(1000, 4), rounded = (x * 1000).array().round() / 1000;
  EXPECT_EQ(same(x, stacked(rounded.topRows(50), (originals(950, 5) * 1000).array().round() / 1000)).found, 50);
}

// Whole numbers coincide: of 600 other people's rows as many as of the originals themselves.
TEST(SameRows, StrangersWithWholeNumbersAreLuck) {
  int alarms = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Matrix x = originals(600, 10 + seed).array().round(), other = originals(600, 50 + seed).array().round();
    const SameRows found = same(x.leftCols(3), other.leftCols(3));
    alarms += found.no_chance();
  }
  EXPECT_EQ(alarms, 0);
}

// One original many times is one person, and constants are nobody.
TEST(SameRows, CountsPeopleNotRows) {
  const Matrix x = originals(500, 6);
  EXPECT_EQ(same(x, x.row(7).replicate(500, 1)).found, 1);
  EXPECT_FALSE(same(x, x.row(7).replicate(500, 1)).no_chance());
  EXPECT_EQ(same(x, Matrix::Zero(500, 4)).found, 0);
}

TEST(Contents, OfTwoTablesAreTheSameWherePartsWereDropped) {
  Contents a{.count = {{1, 1}, {5, 2}, {9, 1}}, .bound = 10, .records = 4}, b{.count = {{5, 1}}, .bound = 7, .records = 9};
  to_common_bound(a, b);
  EXPECT_EQ(a.count.size(), 2u);
  EXPECT_EQ(a.bound, 7u);
}

}  // namespace same_rows_test
}  // namespace guise::audit
