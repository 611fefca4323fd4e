// SPDX-License-Identifier: Apache-2.0
#include "stats/independence.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random/laws.h"
#include "random/matrices.h"

namespace guise::stats {
namespace {

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  return random::gaussian_matrix(columns, rows, random::Rng::from_seed(seed)).transpose();
}

TEST(EqualCountCells, HoldEquallyManyAndKeepEqualValuesTogether) {
  EXPECT_EQ(equal_count_cells((Vector(6) << 5, 1, 3, 2, 6, 4).finished(), 3), (std::vector<int>{2, 0, 1, 0, 2, 1}));
  EXPECT_EQ(equal_count_cells((Vector(6) << 7, 7, 7, 7, 1, 9).finished(), 3), (std::vector<int>{1, 1, 1, 1, 0, 2}));
  for (const int cell : equal_count_cells(Vector::Constant(5, 2), 4)) EXPECT_TRUE(cell >= 0 && cell < 4);
}

TEST(MutualInformation, HasTheKnownValues) {
  const std::vector<int> a = {0, 0, 1, 1}, b = {0, 1, 0, 1}, exclusive_or = {0, 1, 1, 0};
  EXPECT_NEAR(mutual_information({a, a}, 2), std::log(2), 1e-15);
  EXPECT_NEAR(mutual_information({a, b}, 2), 0, 1e-15);
  EXPECT_NEAR(mutual_information({a, b, exclusive_or}, 2), std::log(2), 1e-15);  // although every pair is independent
  EXPECT_NEAR(mutual_information({a, a, a}, 2), 2 * std::log(2), 1e-15);
  // A 2 x 2 table of counts 3, 1, 1, 3: sum of p ln(p / (p_i p_j)).
  EXPECT_NEAR(mutual_information({{0, 0, 0, 0, 1, 1, 1, 1}, {0, 0, 0, 1, 0, 1, 1, 1}}, 2),
              2 * (0.375 * std::log(1.5) + 0.125 * std::log(0.5)), 1e-15);
}

// Erratum 53: the plug-in information of independent attributes is never zero; the test knows. 99 shuffles at level .05 reject
// 5 % of 200 true hypotheses: 1 to 24 of them with probability .9999.
TEST(Independence, RejectsFivePercentOfIndependentTables) {
  for (const Index attributes : {3, 6}) {  // all at once, and by pairs
    int rejected = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const Independence found = test_independence(normals(350, attributes, seed), 99, random::Rng::from_seed(seed));
      EXPECT_EQ(found.pairs, attributes == 3 ? 0 : 15);
      EXPECT_GT(found.test.statistic, 0.01);
      rejected += found.test.p_value <= 0.05;
    }
    EXPECT_GE(rejected, 1);
    EXPECT_LE(rejected, 24);
  }
}

TEST(Independence, SeesDependenceWithoutCorrelation) {
  Matrix x = normals(500, 2, 1);
  x.col(1) = x.col(0).cwiseAbs2() + 0.5 * x.col(1);
  EXPECT_EQ(test_independence(x, 99, random::Rng::from_seed(2)).test.p_value, 0.01);
  Matrix wide = normals(500, 12, 3);
  wide.col(11) = (wide.col(4).array() * 2).sin();
  EXPECT_EQ(test_independence(wide, 99, random::Rng::from_seed(4)).test.p_value, 0.01);
}

TEST(Independence, IsTheSameForTheSameKey) {
  const Matrix x = normals(300, 4, 5);
  const random::Rng rng = random::Rng::from_seed(6);
  EXPECT_EQ(test_independence(x, 49, rng).test.p_value, test_independence(x, 49, rng).test.p_value);
}

TEST(Independence, LooksAtADrawnShareOfVeryManyPairs) {
  EXPECT_EQ(test_independence(normals(100, 60, 7), 9, random::Rng::from_seed(8)).pairs, 500);
}

TEST(Independence, SaysNothingOfOneRecordOneAttributeOrConstants) {
  EXPECT_EQ(test_independence(Matrix::Ones(1, 3), 9, random::Rng::from_seed(1)).test.p_value, 1);
  EXPECT_EQ(test_independence(normals(50, 1, 1), 9, random::Rng::from_seed(1)).test.p_value, 1);
  EXPECT_EQ(test_independence(Matrix::Ones(50, 3), 9, random::Rng::from_seed(1)).test.p_value, 1);
}

}  // namespace
}  // namespace guise::stats
