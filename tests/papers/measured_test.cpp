// SPDX-License-Identifier: Apache-2.0
#include "papers/measured.h"

#include <gtest/gtest.h>

#include <cmath>

#include "papers/components.h"
#include "papers/draw.h"
#include "papers/recovery.h"
#include "papers/trials.h"

namespace guise::papers {
namespace measured_test {

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

TEST(Trials, MedianAndShareCountTrials) {
  const auto trial = [](const random::Rng& own) {
    return std::vector<double>{uniform(1, 0, 1, own)[0], uniform(1, 5, 6, own)[0]};
  };
  const Trials four(4, random::Rng::from_seed(3), trial), three(3, random::Rng::from_seed(3), trial);
  EXPECT_DOUBLE_EQ(four.share_above(1, 5), 1);
  EXPECT_DOUBLE_EQ(four.share_above(0, four.median(0)), 0.5);
  EXPECT_DOUBLE_EQ(three.median(0), 3 * three.mean(0) - three.least(0) - three.most(0));
}

TEST(Correlations, AreOfEveryAttributeWithEveryComponentWithoutSign) {
  const Matrix attributes{{1, 0}, {2, 1}, {3, 0}, {4, -1}}, components = attributes * Vector{{-2, 3}}.asDiagonal();
  const Matrix found = correlations(attributes, components.array() + 7);
  EXPECT_NEAR(found(0, 0), 1, 1e-12);
  EXPECT_NEAR(found(1, 1), 1, 1e-12);
  EXPECT_NEAR(found(0, 1), 2 / std::sqrt(5 * 2), 1e-12);  // by hand: -2 over the lengths sqrt(5), sqrt(2)
}

TEST(IndependentComponents, FindTheSourcesOfASquareMixture) {
  const random::Rng rng = random::Rng::from_seed(4);
  const Matrix sources = laplace(5000, 3, rng.fork("sources"));
  const Matrix components = independent_components(sources * gaussian(3, 3, 1, rng.fork("mixing")), rng.fork("ica"));
  EXPECT_GT(correlations(sources, components).rowwise().maxCoeff().minCoeff(), 0.99);
}

TEST(Recovery, CountsEntriesWithinATolerance) {
  // Relative errors 0.04, 0.25, 0.45 and a zero guessed as zero, which counts (erratum 52).
  const Matrix truth{{100, 0}, {200, 100}}, guess{{104, 0}, {150, 55}};
  EXPECT_EQ(recovery(truth, guess), (std::vector<double>{0.5, 0.5, 0.5, 0.75, 0.75, 1}));
}

TEST(CheckCurve, FailsWhereOneValueIsOff) {
  Report report;
  check_curve(report, "a", "", {0.1, 0.2}, 0.05, {0.14, 0.16});
  check_curve(report, "b", "", {0.1, 0.2}, 0.05, {0.14, 0.26});
  check_curve(report, "c", "", {0.1, 0.2}, 0.05, {std::nan(""), 0.2});
  EXPECT_EQ(report.rows[0].pass, true);
  EXPECT_EQ(report.rows[1].pass, false);
  EXPECT_EQ(report.rows[2].pass, false);
}

TEST(LeastGap, IsNegativeWhereTheCurvesCross) {
  EXPECT_NEAR(least_gap({0.5, 0.4}, {0.3, 0.3}), 0.1, 1e-15);
  EXPECT_NEAR(least_gap({0.5, 0.4}, {0.3, 0.6}), -0.2, 1e-15);
}

}  // namespace measured_test
}  // namespace guise::papers
