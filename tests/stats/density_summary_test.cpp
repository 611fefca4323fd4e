// SPDX-License-Identifier: Apache-2.0
#include "stats/density_summary.h"

#include <gtest/gtest.h>

#include <cmath>

namespace guise::stats {
namespace density_summary_test {

Histogram histogram(const std::vector<double>& values) {
  Histogram out;
  out.add(values);
  return out;
}

const Density kSteps{0, 0.5, (Vector(4) << 0.1, 0.4, 0, 0.5).finished()};

TEST(DensitySummary, IsThatOfUniformCells) {
  // By hand: mean .1 .25 + .4 .75 + .5 1.75; E x^2 adds width^2 / 12.
  EXPECT_NEAR(mean(kSteps), 1.2, 1e-15);
  EXPECT_NEAR(sd(kSteps), std::sqrt(0.1 * 0.0625 + 0.4 * 0.5625 + 0.5 * 3.0625 + 0.25 / 12 - 1.44), 1e-14);
  EXPECT_NEAR(cdf(kSteps, 0.75), 0.3, 1e-15);
  EXPECT_EQ(cdf(kSteps, -1), 0);
  EXPECT_EQ(cdf(kSteps, 9), 1);
  EXPECT_NEAR(quantile(kSteps, 0.3), 0.75, 1e-15);
  EXPECT_NEAR(quantile(kSteps, 0.75), 1.75, 1e-15);
  EXPECT_EQ(quantile(kSteps, 1), 2);
}

TEST(DensityDistance, OfShiftedBoxesIsTheClosedForm) {
  // [0, 1) and [1/4, 5/4): a quarter of the mass moved by one, which is a shift of all by a quarter.
  const Density here{0, 0.1, Vector::Constant(10, 0.1)}, there{0.25, 0.25, Vector::Constant(4, 0.25)};
  const DensityDistance found = distance(here, there);
  EXPECT_NEAR(found.total_variation, 0.25, 1e-12);
  EXPECT_NEAR(found.kolmogorov_smirnov, 0.25, 1e-12);
  EXPECT_NEAR(found.wasserstein, 0.25 * std::sqrt(12.0), 1e-12);
}

TEST(DensityDistance, OfTheSameIsNothingAndOfFarOnesAllTheMass) {
  const DensityDistance same = distance(kSteps, kSteps);
  EXPECT_EQ(same.total_variation + same.kolmogorov_smirnov + same.wasserstein, 0);
  Density far = kSteps;
  far.low = 1000;
  const DensityDistance apart = distance(kSteps, far);
  EXPECT_NEAR(apart.total_variation, 1, 1e-12);
  EXPECT_NEAR(apart.kolmogorov_smirnov, 1, 1e-12);
  EXPECT_NEAR(apart.wasserstein, 1000 / sd(kSteps), 1e-9);
}

TEST(CountedDensity, HoldsEveryNumberInItsCell) {
  const Density found = counted_density(histogram({0, 0, 1, 3.9990234375}), 4);  // cells end at 4 for 4096 of 2^-10
  EXPECT_NEAR(found.low, 0, 1e-12);
  EXPECT_NEAR(found.width, 1, 1e-12);
  EXPECT_LT((found.probability - (Vector(4) << 0.5, 0.25, 0, 0.25).finished()).norm(), 1e-12);
}

TEST(CountedDensity, SpreadsRoundedNumbersOverTheirCells) {
  // 1 and 3, rounded to even cells [0, 2) and [2, 4).
  const Density found = counted_density(histogram({1, 3, 3, 3}), 8, 2);
  EXPECT_NEAR(cdf(found, 2), 0.25, 1e-3);
  EXPECT_NEAR(cdf(found, 1), 0.125, 1e-3);
  EXPECT_NEAR(cdf(found, 3), 0.625, 1e-3);
}

TEST(CountedDensity, SurvivesConstantAndHugeNumbers) {
  for (const double value : {0.0, 5.0, -1e300, 1e-300}) {
    const Density found = counted_density(histogram({value, value}), 100);
    EXPECT_NEAR(found.probability.sum(), 1, 1e-12);
    EXPECT_NEAR(mean(found), value, 1e-8 * std::max(1.0, std::abs(value)));
    EXPECT_GT(found.width, 0);
    EXPECT_EQ(distance(found, found).wasserstein, 0) << value;
  }
  EXPECT_TRUE(std::isfinite(sd(counted_density(histogram({-1e300, 1e300}), 10))));
}

}  // namespace density_summary_test
}  // namespace guise::stats
