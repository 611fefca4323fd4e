// SPDX-License-Identifier: Apache-2.0
#include "attacks/debias.h"

#include <gtest/gtest.h>

#include <cmath>

namespace guise::attacks {
namespace debias_test {

// Baik and Silverstein (2006): over a rest of 1 a spike d shows as d (1 + gamma/(d - 1)). The rest is chosen to keep the trace.
TEST(Debias, InvertsTheSamplingErrorOfSpikes) {
  constexpr double freedom = 800, gamma = 100 / freedom;
  const double spikes[] = {50, 20, 5};
  Vector sample(100);
  double total = 97;
  for (Index i = 0; i < 3; ++i) {
    sample(i) = 2 * spikes[i] * (1 + gamma / (spikes[i] - 1));
    total += spikes[i];
  }
  sample.tail(97).setConstant((2 * total - sample.head(3).sum()) / 97);
  const DebiasedSpectrum out = debias(sample, 1, freedom);
  EXPECT_EQ(out.spikes, 3);
  for (Index i = 0; i < 3; ++i) EXPECT_NEAR(out.values(i), 2 * spikes[i], 0.002 * spikes[i]);
  for (Index i = 3; i < 100; ++i) EXPECT_NEAR(out.values(i), 2, 0.002);
}

TEST(Debias, TakesEqualEigenvaluesForARestWithoutSpikes) {
  const DebiasedSpectrum out = debias(Vector::LinSpaced(50, 6, 4), 1, 200);  // within the band of 5: 1.25 to 11.25
  EXPECT_EQ(out.spikes, 0);
  EXPECT_NEAR((out.values.array() - 5).abs().maxCoeff(), 0, 1e-12);
}

TEST(Debias, NeverFallsBelowTheNoise) {
  const DebiasedSpectrum out = debias(Vector::LinSpaced(5, 0.9, 0.1), 1, 4);
  EXPECT_EQ(out.values.minCoeff(), 1);
}

TEST(Debias, IsFiniteWithoutAnyVariance) {
  EXPECT_TRUE(debias(Vector::Zero(3), 0, 10).values.allFinite());
  EXPECT_TRUE(debias(Vector::Ones(1), 0, 1).values.allFinite());
}

}  // namespace debias_test
}  // namespace guise::attacks
