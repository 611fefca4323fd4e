// SPDX-License-Identifier: Apache-2.0
// Interval widths against closed forms, and the coverage of their intervals.
#include "measures/interval_width.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random/laws.h"
#include "random/matrices.h"
#include "stats/noise_law.h"

namespace guise::measures {
namespace interval_width_test {

using random::Law;

TEST(NoiseWidth, OfGaussianAndUniformNoiseIsTheClosedForm) {
  // beyond.md 3.1, at 50, 95 and 99.9 %.
  EXPECT_NEAR(noise_width(Law::gaussian, 2, 0.5), 2 * 1.34898, 5e-6);
  EXPECT_NEAR(noise_width(Law::gaussian, 1, 0.95), 3.919928, 5e-7);
  EXPECT_NEAR(noise_width(Law::gaussian, 1, 0.999), 6.581053, 5e-7);
  EXPECT_NEAR(noise_width(Law::uniform, 5 / std::sqrt(3), 0.95), 9.5, 1e-12);  // on +- 5
}

TEST(NoiseWidth, HoldsTheShareOfEveryLaw) {
  for (const Law law : {Law::gaussian, Law::uniform, Law::laplace})
    for (const double c : {0.5, 0.95, 0.999}) {
      const double half = noise_width(law, 3, c) / 2;
      EXPECT_NEAR(stats::noise_cdf(law, 3, half) - stats::noise_cdf(law, 3, -half), c, 1e-12);
    }
}

TEST(QuantileValue, TakesItsRanksFromTheBinomialLaw) {
  // scipy.stats.binom(n, c): l = ppf(0.025) (where cdf(l) > 0.025 first), u = ppf(0.975) + 1.
  const Vector hundred = Vector::LinSpaced(100, 1, 100);
  const Value median = quantile_value(hundred, 0.5), high = quantile_value(hundred, 0.95);
  EXPECT_EQ(median.value, 50);
  EXPECT_EQ(median.low, 40);
  EXPECT_EQ(median.high, 61);
  EXPECT_EQ(high.value, 95);
  EXPECT_EQ(high.low, 90);
  EXPECT_EQ(high.high, 100);
}

TEST(QuantileValue, HasNoEndWhereTheSampleIsTooSmallForOne) {
  const Vector few = Vector::LinSpaced(10, 1, 10);
  EXPECT_TRUE(std::isinf(quantile_value(few, 0.999).high));
  EXPECT_EQ(quantile_value(few, 0.999).value, 10);
  EXPECT_TRUE(std::isinf(quantile_value(few, 0.01).low));
  EXPECT_TRUE(std::isnan(quantile_value(Vector(0), 0.5).value));
}

TEST(QuantileValue, CoversTheTrueQuantileAsOftenAsItSays) {
  // The chance that the ranks for n = 60 and c = 0.9 hold the quantile is at least 0.95 by construction; of 400 samples so many
  // but for 4 standard errors of 0.011.
  const Matrix samples = random::gaussian_matrix(400, 60, random::Rng::from_seed(3));
  const double truth = 1.2815515655446004;  // Phi^-1(0.9)
  int covered = 0;
  for (Index i = 0; i < 400; ++i) {
    const Value found = quantile_value(samples.row(i), 0.9);
    covered += found.low <= truth && truth <= found.high;
  }
  EXPECT_GE(covered, 400 * (0.95 - 4 * 0.011));
}

TEST(PosteriorWidth, IsThatOfTheMedianAndOfTheTwentieth) {
  const Vector sds = Vector::LinSpaced(100, 0.01, 1);
  const PosteriorWidth width = posterior_width(sds, 0.95);
  EXPECT_NEAR(width.median.value, 3.919928 * 0.50, 1e-6);
  EXPECT_NEAR(width.narrow.value, 3.919928 * 0.05, 1e-6);
  EXPECT_LT(width.median.low, width.median.value);
}

TEST(ErrorWidth, OfGaussianErrorsIsThatOfTheNoise) {
  const Index n = 20000;
  const random::Rng rng = random::Rng::from_seed(4);
  const Vector truth = random::gaussian_matrix(1, n, rng.fork("truth")).row(0);
  const Vector error = random::gaussian_matrix(1, n, rng.fork("error")).row(0);
  const Value width = error_width(truth, truth + 0.5 * error, 0.95);
  // Standard error of the quantile of |z|: sqrt(c (1 - c) / n) / (2 phi(1.96)); twice that for the width, half the size.
  const double se = std::sqrt(0.95 * 0.05 / static_cast<double>(n)) / (2 * 0.058445);
  EXPECT_NEAR(width.value, noise_width(Law::gaussian, 0.5, 0.95), 4 * se);
  EXPECT_NEAR((width.high - width.low) / 2, 1.96 * se, 0.3 * se);
}

TEST(ErrorWidth, OfACopyIsZero) {
  const Vector truth = Vector::LinSpaced(50, 0, 7);
  const Value width = error_width(truth, truth, 0.95);
  EXPECT_EQ(width.value, 0);
  EXPECT_EQ(width.low, 0);
}

}  // namespace interval_width_test
}  // namespace guise::measures
