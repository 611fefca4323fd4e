// SPDX-License-Identifier: Apache-2.0
#include "stats/resampling.h"

#include <gtest/gtest.h>

#include "random/matrices.h"

namespace guise::stats {
namespace resampling_test {

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  return random::gaussian_matrix(rows, columns, random::Rng::from_seed(seed));
}

TEST(CombinedPValue, OfOneStatisticIsItsOwn) {
  const Matrix draws = normals(99, 1, 1);
  const std::vector<double> list(draws.data(), draws.data() + draws.size());
  for (const double statistic : {-3.0, 0.0, 0.5, 1.5, 5.0})
    EXPECT_DOUBLE_EQ(combined_p_value(Vector::Constant(1, statistic), draws), resampled_p_value(statistic, list)) << statistic;
}

// A statistic far out is seen among nine others that say nothing, although the largest draws of those have the same rank.
TEST(CombinedPValue, IsTheLeastForOneStatisticFarOut) {
  const Matrix draws = normals(99, 10, 2);
  Vector found = Vector::Zero(10);
  found[3] = 8;
  EXPECT_DOUBLE_EQ(combined_p_value(found, draws), 0.01);
}

// Exchangeable rows, here of strongly and of not at all dependent statistics, are rejected at 5 % as often: 50 +- 4.5 * 6.9 of
// 1000.
TEST(CombinedPValue, HoldsItsLevelHoweverTheStatisticsDepend) {
  for (const double common : {0.0, 3.0}) {
    int rejected = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
      Matrix rows = normals(100, 6, seed);
      rows.rightCols(5) += common * rows.col(0).replicate(1, 5);
      rejected += combined_p_value(rows.row(0).transpose(), rows.bottomRows(99)) <= 0.05;
    }
    EXPECT_NEAR(rejected, 50, 31) << common;
  }
}

TEST(CombinedPValue, OfConstantStatisticsIsOne) {
  EXPECT_EQ(combined_p_value(Vector::Zero(2), Matrix::Zero(9, 2)), 1);
}

TEST(SpreadRows, ReachFromTheFirstToTheLastTenth) {
  const Matrix rows = Vector::LinSpaced(100, 0, 99);
  EXPECT_EQ(spread_rows(rows, 10), Matrix(Vector::LinSpaced(10, 0, 90)));
}

}  // namespace resampling_test
}  // namespace guise::stats
