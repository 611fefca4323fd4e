// SPDX-License-Identifier: Apache-2.0
#include "stats/independence.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random/laws.h"
#include "random/matrices.h"

namespace guise::stats {
namespace independence_test {

Matrix drawn(random::Law law, Index rows, Index columns, std::uint64_t seed) {
  Matrix out(rows, columns);
  for (Index j = 0; j < columns; ++j)
    random::fill_law(law, random::Rng::from_seed(seed), static_cast<std::uint32_t>(j), 0,
                     {out.col(j).data(), static_cast<std::size_t>(rows)});
  return out;
}

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  return drawn(random::Law::gaussian, rows, columns, seed);
}

/// How many of `tables` tables are rejected at 5 %.
template <typename Make>
int rejected(int tables, const Make& make) {
  int count = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(tables); ++seed)
    count += test_independence(make(seed), 99, random::Rng::from_seed(seed), 2 * kQuickWork).p_value <= 0.05;
  return count;
}

// 99 shuffles at level .05 reject 5 % of 200 true hypotheses: 2 to 21 of them with probability .998. Ties make it fewer.
TEST(Independence, RejectsFivePercentOfFiftyIndependentRecords) {
  const auto level = [](random::Law law, Index attributes) {
    return rejected(200, [&](std::uint64_t seed) { return drawn(law, 50, attributes, seed); });
  };
  for (const int count : {level(random::Law::gaussian, 2), level(random::Law::laplace, 6), level(random::Law::uniform, 3)}) {
    EXPECT_GE(count, 2);
    EXPECT_LE(count, 21);
  }
  const int ties = rejected(200, [](std::uint64_t seed) {
    const Matrix x = normals(50, 3, seed);
    return Matrix((x.array() > 0.8).select(x, 0));
  });
  EXPECT_LE(ties, 21);
}

/// Zero means and variances one, no correlation; each pair of these is dependent in another way.
Matrix pairs_without_correlation(int which, std::uint64_t seed) {
  const Matrix z = normals(300, 3, seed);
  Matrix x = z.leftCols(2);
  if (which == 0) x.col(1) = z.col(0).cwiseAbs2() + 2 * z.col(1);  // bent
  if (which == 1)
    x = drawn(random::Law::uniform, 300, 2, seed) * (Matrix(2, 2) << 1, 1, 1, -1).finished();  // turned by 45 degrees
  if (which == 2) x = z.leftCols(2).array().colwise() * (0.5 * z.col(2)).array().exp();        // a common size
  if (which == 3) x.col(1) = (4 * z.col(0)).array().sin() + 0.3 * z.col(1).array();            // a wave
  return x;
}

// 20 of 20 tables; with a power of .9, 16 or more with probability .96, of .99 surely.
TEST(Independence, SeesDependenceWithoutCorrelation) {
  for (const int which : {0, 1, 2, 3})
    EXPECT_GE(rejected(20, [&](std::uint64_t seed) { return pairs_without_correlation(which, seed); }), 16) << which;
}

TEST(Independence, SeesWhatOnlyThreeOrFourAttributesTogetherShow) {
  for (const Index attributes : {3, 4}) {
    const auto parity = [&](std::uint64_t seed) {
      Matrix x = normals(300, attributes, seed);
      // The sign of the last is the product of the signs of the others: every choice of fewer attributes is independent.
      const Vector signs = x.leftCols(attributes - 1).cwiseSign().rowwise().prod();
      x.col(attributes - 1) = x.col(attributes - 1).cwiseAbs().cwiseProduct(signs);
      return x;
    };
    const Independence found = test_independence(parity(1), 99, random::Rng::from_seed(1));
    EXPECT_EQ(found.joint.p_value, 0.01) << attributes;
    EXPECT_LE(found.p_value, 0.05) << attributes;
    EXPECT_GE(rejected(20, parity), 18) << attributes;
  }
}

TEST(Independence, SeesOneDependentPairAmongMany) {
  const auto one_pair = [](std::uint64_t seed) {
    Matrix wide = normals(500, 12, seed);
    wide.col(11) = (wide.col(4).array() * 2).sin() + 0.5 * wide.col(11).array();
    return wide;
  };
  EXPECT_GE(rejected(10, one_pair), 9);
}

TEST(Independence, LooksAtTheCovarianceFirst) {
  Matrix x = normals(200, 3, 1);
  x.col(2) = 0.5 * x.col(0) + x.col(2);
  const Independence found = test_independence(x, 99, random::Rng::from_seed(2));
  EXPECT_EQ(found.covariance.p_value, 0.01);
  const Vector a = x.col(0).array() - x.col(0).mean(), b = x.col(2).array() - x.col(2).mean();
  EXPECT_NEAR(found.covariance.statistic, a.normalized().dot(b.normalized()), 1e-12);
  EXPECT_LE(found.p_value, 0.05);
}

TEST(Independence, DoesNotDependOnUnitsAndIsTheSameForTheSameKey) {
  const Matrix x = normals(300, 4, 5);
  const Matrix other = (x * Vector::LinSpaced(4, 1e-3, 1e6).asDiagonal()).array() + 1e4;
  const random::Rng rng = random::Rng::from_seed(6);
  const Independence found = test_independence(x, 49, rng);
  EXPECT_EQ(found.p_value, test_independence(x, 49, rng).p_value);
  EXPECT_EQ(found.p_value, test_independence(other, 49, rng).p_value);
}

TEST(Independence, TakesFewerRecordsOfWideTables) {
  const Independence found = test_independence(normals(400, 40, 7), 9, random::Rng::from_seed(8), 1e7);
  EXPECT_LT(found.distance_records, 400);
  EXPECT_GT(found.distance_records, 20);
  EXPECT_EQ(found.cell_pairs, 500);
}

// The work of 5,000 attributes would be 150 times that of 400.
TEST(Independence, TestsFourHundredOfManyAttributes) {
  const Independence found = test_independence(normals(60, 1200, 9), 9, random::Rng::from_seed(10), 1e7);
  EXPECT_EQ(found.attributes, 400);
  EXPECT_EQ(test_independence(normals(60, 40, 9), 9, random::Rng::from_seed(10), 1e7).attributes, 40);
  Matrix equal = normals(60, 1200, 9);
  for (Index j = 1; j < equal.cols(); ++j) equal.col(j) = equal.col(0) + 0.1 * equal.col(j);
  EXPECT_EQ(test_independence(equal, 19, random::Rng::from_seed(11), 1e7).p_value, 0.05);
}

TEST(Independence, SaysNothingOfOneRecordOneAttributeOrConstants) {
  EXPECT_EQ(test_independence(Matrix::Ones(1, 3), 9, random::Rng::from_seed(1)).p_value, 1);
  EXPECT_EQ(test_independence(normals(50, 1, 1), 9, random::Rng::from_seed(1)).p_value, 1);
  EXPECT_EQ(test_independence(Matrix::Ones(50, 3), 9, random::Rng::from_seed(1)).p_value, 1);
  EXPECT_EQ(test_independence(Matrix::Ones(2, 3), 9, random::Rng::from_seed(1)).p_value, 1);
}

}  // namespace independence_test
}  // namespace guise::stats
