// SPDX-License-Identifier: Apache-2.0
// The data of the experiments are what the papers and the settings say they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "linalg/spectrum.h"
#include "papers/correlated.h"
#include "papers/credit_data.h"
#include "papers/draw.h"
#include "papers/measured.h"
#include "papers/real_data.h"
#include "papers/signals.h"

namespace guise::papers {
namespace generators_test {

const random::Rng kRng = random::Rng::from_seed(7);

TEST(Trends, AreWavesOfTheThreeKinds) {
  const Matrix slow = trends(kSlow);
  ASSERT_EQ(slow.rows(), 300);
  ASSERT_EQ(slow.cols(), 35);
  // NumPy: a sin(2 pi c t), t = (i + 1/2) / 300, at i = 10: feature 0 (sine, 1 period, amplitude 1), 4 (square, 2
  // periods, 1.8), 8 (triangle, 3 periods, amplitude 1.6): (2/pi) asin(sin(2 pi 3 t)) = 12 t for t < 1/12.
  EXPECT_NEAR(slow(10, 0), std::sin(2 * M_PI * 10.5 / 300), 1e-14);
  EXPECT_DOUBLE_EQ(slow(10, 4), 1.8);
  EXPECT_NEAR(slow(10, 8), 1.6 * 12 * 10.5 / 300, 1e-13);
  EXPECT_NEAR(mean_variance(slow), 1.2718132, 1e-7);  // NumPy, the same formula
  EXPECT_LE(components_kept(slow, false), 9);
  for (const Index j : square_features())
    EXPECT_NEAR(slow.col(j).cwiseAbs().maxCoeff(), slow.col(j).cwiseAbs().minCoeff(), 1e-12);
}

TEST(Sawteeth, HaveTheVarianceAskedFor) {
  const Matrix data = sawteeth(3.6);
  EXPECT_NEAR(mean_variance(data), 3.6, 1e-12);
  EXPECT_LE(components_kept(data, false), 3);
}

TEST(Triangular, FollowsItsDensityAndIsSortedByInterval) {
  const Vector values = triangular(10'000, 50, kRng);
  const Vector interval = (values * 50).array().floor();
  EXPECT_TRUE(std::ranges::is_sorted(interval));
  EXPECT_FALSE(std::ranges::is_sorted(values));
  // Counts per interval are exact, so the distribution function is off by less than one interval's share, 1/25 at most.
  double apart = 0;
  Vector sorted = values;
  std::ranges::sort(sorted);
  for (Index i = 0; i < sorted.size(); ++i) {
    const double x = sorted[i], exact = x < 0.5 ? 2 * x * x : 1 - 2 * square(1 - x);
    apart = std::max(apart, std::abs(exact - static_cast<double>(i) / 10'000));
  }
  EXPECT_LT(apart, 0.01);
  EXPECT_NEAR(mean_variance(values), 1.0 / 24, 5e-4);
}

TEST(Split, CutsRunsIntoColumnsAndJoinsThemAgain) {
  const Vector series = Vector::LinSpaced(12, 0, 11);
  const Matrix cut = split(series, 3);
  EXPECT_EQ(cut(0, 1), 4);
  EXPECT_EQ(cut(3, 2), 11);
  EXPECT_EQ(joined(cut), series);
}

TEST(Shuffled, KeepsTheValuesAndChangesTheOrder) {
  const Vector values = Vector::LinSpaced(1000, 0, 999);
  Vector other = shuffled(values, kRng);
  EXPECT_NE(other, values);
  // Rank correlation of a random order is N(0, 1/(n-1)).
  const Vector a = values.array() - values.mean(), b = other.array() - other.mean();
  EXPECT_LT(std::abs(a.dot(b) / a.squaredNorm()), 4 / std::sqrt(999.0));
  std::ranges::sort(other);
  EXPECT_EQ(other, values);
}

TEST(Population, HasTheEigenvaluesAskedForAndDrawsFromThem) {
  const Vector eigenvalues = fixed_trace(20, 5);
  EXPECT_NEAR(eigenvalues.mean(), kAttributeVariance, 1e-12);
  const Population population = make_population(eigenvalues, kRng.fork("population"));
  const Vector found = linalg::symmetric_spectrum(population.covariance()).values;
  EXPECT_LT((found - eigenvalues).cwiseAbs().maxCoeff(), 1e-9 * eigenvalues[0]);
  // Variances along the eigenvectors: each relative error has sd sqrt(2/n).
  const Matrix scores = population.draw(20'000, kRng.fork("data")) * population.eigenvectors;
  for (Index j = 0; j < 20; ++j)
    EXPECT_NEAR(scores.col(j).squaredNorm() / 20'000 / eigenvalues[j], 1, 5 * std::sqrt(2.0 / 20'000));
}

TEST(DropCoarseColumns, KeepsThoseWithEnoughDifferentValues) {
  const Matrix data{{1, 0, 0.5}, {0, 0, 0.7}, {1, 0, 0.9}};
  EXPECT_EQ(drop_coarse_columns(data, 3), data.col(2));
  EXPECT_EQ(drop_coarse_columns(data, 2).cols(), 2);
}

/// Mean, standard deviation and skewness.
Vector shape_of(const Vector& values) {
  const Eigen::ArrayXd off = values.array() - values.mean();
  const double sd = std::sqrt(off.square().mean());
  return Vector{{values.mean(), sd, off.cube().mean() / (sd * sd * sd)}};
}

TEST(Skewed, HasTheShapeAskedForAndTheValuesOfTheGammaLaw) {
  const Vector values = skewed(20'000, {.mean = 20, .sd = 12, .skewness = 1.1}, kRng);
  // Standard errors: 12 / sqrt(n) = 0.085, about 0.1 and 0.04.
  EXPECT_NEAR(shape_of(values)[0], 20, 0.4);
  EXPECT_NEAR(shape_of(values)[1], 12, 0.4);
  EXPECT_NEAR(shape_of(values)[2], 1.1, 0.2);
  // It begins at mean - sd sqrt(a), a = 4 / skewness^2.
  EXPECT_GT(values.minCoeff(), 20 - 12 * 2 / 1.1);
}

TEST(Laplace, HasVarianceOneExcessKurtosisThreeAndIndependentAttributes) {
  const Matrix values = laplace(100'000, 2, kRng);
  for (Index j = 0; j < 2; ++j) {
    EXPECT_NEAR(values.col(j).mean(), 0, 0.02);
    EXPECT_NEAR(values.col(j).squaredNorm() / 100'000, 1, 0.04);
    EXPECT_NEAR(values.col(j).array().pow(4).mean(), 6, 0.6);
  }
  EXPECT_NEAR(values.col(0).dot(values.col(1)) / 100'000, 0, 0.02);
}

// The figures of the real files, data folder's README: means, standard deviations (n - 1), skewness.
TEST(GeneratedSeries, AreLikeTheCreditSeries) {
  const Matrix series = generated_series(kRng);
  ASSERT_EQ(series.rows(), 690);
  const double expected[3][3] = {{2.22, 3.35, 2.9}, {31.6, 11.9, 1.15}, {3199, 2738, 1.89}};
  for (Index j = 0; j < 3; ++j) {
    const Vector found = shape_of(series.col(j));
    EXPECT_NEAR(found[0] / expected[j][0], 1, 4 * expected[j][1] / expected[j][0] / std::sqrt(690.0)) << j;
    EXPECT_NEAR(found[1] / expected[j][1], 1, 0.25) << j;
    EXPECT_GT(found[2], expected[j][2] / 2) << j;
  }
}

TEST(GeneratedAttributes, AreWholeNumbersLikeTheGermanOnes) {
  const Matrix people = generated_attributes(kRng);
  ASSERT_EQ(people.rows(), 1000);
  EXPECT_EQ(people, people.array().round().matrix());
  EXPECT_GE(people.minCoeff(), 1);
  EXPECT_NEAR(people.col(0).mean(), 20.9, 1.6);
  EXPECT_NEAR(people.col(1).mean(), 35.5, 1.5);
  EXPECT_NEAR(people.col(2).mean(), 1.407, 0.08);
  EXPECT_LE(people.col(2).maxCoeff(), 4);
}

TEST(CreditData, IsSaidToBeMissing) {
  Report report;
  EXPECT_FALSE(credit_series({.data = "no such folder"}, report).has_value());
  EXPECT_EQ(report.skipped.size(), 3U);
  EXPECT_FALSE(german_attributes({.data = "no such folder"}, report).has_value());
  EXPECT_EQ(report.skipped.back(), "german_credit.csv is not in the data folder");
}

}  // namespace generators_test
}  // namespace guise::papers
