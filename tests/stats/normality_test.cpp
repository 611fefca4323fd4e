// SPDX-License-Identifier: Apache-2.0
#include "stats/normality.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random/laws.h"
#include "random/matrices.h"
#include "stats/credit.h"
#include "support/dense.h"

namespace guise::stats {
namespace normality_test {

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  return random::gaussian_matrix(columns, rows, random::Rng::from_seed(seed)).transpose();
}

/// Twenty records that anybody can write down.
Matrix remainders(Index columns) {
  Matrix out(20, columns);
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < columns; ++j) out(i, j) = (7 * i * i + 3 * j * i + j * j) % 23;
  return out;
}

TEST(MeanDistanceToNormal, HasTheKnownValues) {
  // sqrt(2) Gamma((d+1)/2) / Gamma(d/2) 1F1(-1/2; d/2; -r^2/2) by SciPy.
  EXPECT_NEAR(mean_distance_to_normal(0, 1), 0.7978845608028655, 1e-14);
  EXPECT_NEAR(mean_distance_to_normal(1, 1), 1.1666309411753728, 1e-14);
  EXPECT_NEAR(mean_distance_to_normal(3, 2), 3.172577287900718, 1e-13);
  EXPECT_NEAR(mean_distance_to_normal(0.5, 3), 1.6614429598986644, 1e-13);
  EXPECT_NEAR(mean_distance_to_normal(10, 5), 10.199, 1e-12);
  EXPECT_NEAR(mean_distance_to_normal(6, 30), 8.076345482904886, 1e-12);
  EXPECT_NEAR(mean_distance_to_normal(40, 3), 40.025, 1e-12);
  EXPECT_NEAR(mean_distance_to_normal(1e4, 3), 1e4 + 1e-4, 1e-9);
}

TEST(NormalEnergy, IsThatOfTheReference) {
  // The formula in NumPy with SciPy's hyp1f1; equal to R's energy::mvnorm.e.
  EXPECT_NEAR(normal_energy(remainders(1)).statistic, 0.5241910373043046, 1e-10);
  EXPECT_NEAR(normal_energy(remainders(2)).statistic, 0.5469135247702406, 1e-10);
  EXPECT_NEAR(normal_energy(remainders(3)).statistic, 0.8501488584828287, 1e-10);
}

TEST(NormalEnergy, IsTheDoubleSumOfTheDefinition) {
  const Matrix x = normals(60, 3, 1).array().square();
  const Matrix centred = x.rowwise() - x.colwise().mean();
  const Matrix root = testing::upper_root(centred.transpose() * centred / 59.0);
  const Matrix y = centred * testing::inverse(root);
  double pairs = 0, to_normal = 0;
  for (Index i = 0; i < 60; ++i) {
    to_normal += mean_distance_to_normal(y.row(i).norm(), 3);
    for (Index j = 0; j < 60; ++j) pairs += (y.row(i) - y.row(j)).norm();
  }
  const double between = 4 / std::sqrt(M_PI);  // E|Z - Z'| in three dimensions
  EXPECT_NEAR(normal_energy(x).statistic, 60 * (2 * to_normal / 60 - between - pairs / 3600), 1e-10);
}

TEST(NormalEnergy, DoesNotDependOnUnitsAndLeavesOutWhatRepeats) {
  const Matrix x = normals(200, 3, 2);
  Matrix y(200, 5);
  y << 1e6 * x.col(0), x.col(1) - x.col(0), 1e-6 * x.col(2), x.col(1) * 2, Vector::Constant(200, 7);
  const Energy plain = normal_energy(x), scaled = normal_energy(y);
  EXPECT_EQ(scaled.dimensions, 3);
  EXPECT_NEAR(plain.statistic, scaled.statistic, 1e-8);
  EXPECT_EQ(normal_energy(Matrix::Ones(10, 2)).dimensions, 0);
  EXPECT_EQ(normal_energy(Matrix::Ones(1, 2)).statistic, 0);
}

TEST(NormalityTest, RejectsFivePercentOfNormalTables) {
  // Of 200: 1 to 24 with probability .9999.
  int rejected = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    rejected += test_normality(normals(40, 2, seed), 99, random::Rng::from_seed(seed + 1000)).test.p_value <= 0.05;
  EXPECT_GE(rejected, 1);
  EXPECT_LE(rejected, 24);
}

TEST(NormalityTest, SeesWhatTheMarginsHide) {
  // Two normal columns that always have the same sign: each is normal by itself, together they are not.
  Matrix x = normals(400, 2, 3);
  x.col(1) = x.col(1).cwiseAbs().cwiseProduct(x.col(0).cwiseSign());
  const random::Rng rng = random::Rng::from_seed(4);
  for (const Significance& test : test_normality_by_column(x, 99, rng)) EXPECT_GT(test.p_value, 0.05);
  EXPECT_EQ(test_normality(x, 99, rng).test.p_value, 0.01);
}

TEST(NormalityTest, ByColumnIsTheTestOfTheColumn) {
  Matrix x = normals(100, 3, 5);
  x.col(1) = x.col(1).array().exp();
  x.col(2).setConstant(1);
  const random::Rng rng = random::Rng::from_seed(6);
  const auto columns = test_normality_by_column(x, 99, rng);
  EXPECT_EQ(columns[0].p_value, test_normality(x.col(0), 99, rng).test.p_value);
  EXPECT_EQ(columns[1].p_value, 0.01);
  EXPECT_EQ(columns[2].p_value, 1);
}

// papers.md, paper 004: statistic 31.67, p <= .01.
TEST(NormalityTest, RejectsTheGermanCreditAttributesOfPaper004) {
  if (!testing::credit_data()) GTEST_SKIP() << "no data folder: set GUISE_DATA to the one with german_credit.csv";
  const Normality found = test_normality(testing::german_attributes(), 99, random::Rng::from_seed(7));
  EXPECT_NEAR(found.test.statistic, 31.67391788998719, 1e-9);
  EXPECT_EQ(found.test.p_value, 0.01);
}

}  // namespace normality_test
}  // namespace guise::stats
