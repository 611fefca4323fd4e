// SPDX-License-Identifier: Apache-2.0
#include "papers/measured.h"

#include <gtest/gtest.h>

#include <cmath>

#include "papers/draw.h"
#include "papers/trials.h"

namespace guise::papers {
namespace {

TEST(Rmse, IsTheRootOfTheMeanSquareOverAllEntries) {
  EXPECT_DOUBLE_EQ(rmse(Matrix{{1, 2}, {3, 4}}, Matrix{{1, 2}, {3, 0}}), 2);
}

TEST(ComponentsKept, IsTheRankWithAndWithoutMeans) {
  const random::Rng rng = random::Rng::from_seed(1);
  const Matrix low = gaussian(50, 2, 1, rng.fork("a")) * gaussian(2, 10, 1, rng.fork("b"));
  EXPECT_EQ(components_kept(low, false), 2);
  EXPECT_EQ(components_kept(low.rowwise() + Eigen::RowVectorXd::LinSpaced(10, 1, 100), true), 2);
  EXPECT_EQ(components_kept(low.rowwise() + Eigen::RowVectorXd::LinSpaced(10, 1, 100), false), 3);
  EXPECT_EQ(components_kept(Matrix::Ones(50, 10), true), 0);
}

TEST(KolmogorovSmirnov, EqualsScipy) {
  // scipy.stats.ks_2samp([1,2,3,4,5],[2.5,3.5,9,10]).statistic = 0.5; equal samples 0; disjoint ones 1.
  EXPECT_NEAR(kolmogorov_smirnov(Vector{{1, 2, 3, 4, 5}}, Vector{{2.5, 3.5, 9, 10}}), 0.5, 1e-15);
  EXPECT_NEAR(kolmogorov_smirnov(Vector{{2.5, 3.5, 9, 10}}, Vector{{1, 2, 3, 4, 5}}), 0.5, 1e-15);
  EXPECT_NEAR(kolmogorov_smirnov(Vector{{3, 1, 2}}, Vector{{1, 2, 3}}), 0, 1e-15);
  EXPECT_NEAR(kolmogorov_smirnov(Vector{{1, 2}}, Vector{{5, 6}}), 1, 1e-15);
}

TEST(TotalVariation, IsOneForDisjointSharesAndZeroForEqualOnes) {
  EXPECT_DOUBLE_EQ(total_variation({1, 0}, {0, 1}), 1);
  EXPECT_DOUBLE_EQ(total_variation({0.3, 0.7}, {0.3, 0.7}), 0);
  EXPECT_EQ(cell_shares(Vector{{-5, 0.1, 0.6, 0.9}}, 0, 1, 2), (std::vector<double>{0.5, 0.5}));
}

TEST(CorrelationDissimilarity, IsThatOfTheDefinition) {
  const Matrix a{{4, 1, 0}, {1, 1, 0.2}, {0, 0.2, 9}}, b = Vector{{1, 2, 3}}.asDiagonal();
  double sum = 0;
  for (Index i = 0; i < 3; ++i) {
    for (Index j = 0; j < 3; ++j) {
      if (i != j) sum += square(a(i, j) / std::sqrt(a(i, i) * a(j, j)) - b(i, j) / std::sqrt(b(i, i) * b(j, j)));
    }
  }
  const Dissimilarity apart = correlation_dissimilarity(a, b);
  EXPECT_NEAR(apart.literal, std::sqrt(sum) / 6, 1e-15);
  EXPECT_NEAR(apart.rms, std::sqrt(sum / 6), 1e-15);
  EXPECT_NEAR(correlation_dissimilarity(a, 3 * a).rms, 0, 1e-15);
}

TEST(CovarianceError, IsZeroForTheDataItself) {
  const Matrix data{{1, 2}, {-1, 0.5}};
  EXPECT_NEAR(covariance_error(data, data.transpose() * data / 2), 0, 1e-15);
  EXPECT_NEAR(covariance_error(Matrix::Zero(2, 2), data.transpose() * data / 2), 1, 1e-15);
}

TEST(Trials, AverageTheSameNumbersInAnyOrder) {
  const auto trial = [](const random::Rng& rng) { return std::vector<double>{gaussian(1, 1, 1, rng)(0, 0), 3}; };
  const Trials once(50, random::Rng::from_seed(3), trial), again(50, random::Rng::from_seed(3), trial);
  EXPECT_EQ(once.means(), again.means());
  EXPECT_NEAR(once.mean(0), 0, 5 / std::sqrt(50.0));
  EXPECT_NEAR(once.sd(0), 1, 5 / std::sqrt(100.0));
  EXPECT_EQ(once.sd(1), 0);
  EXPECT_LT(once.least(0), once.mean(0));
  EXPECT_GT(once.most(0), once.mean(0));
}

}  // namespace
}  // namespace guise::papers
