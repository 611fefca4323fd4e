// SPDX-License-Identifier: Apache-2.0
#include "stats/serial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace guise::stats {
namespace serial_test {

TEST(Autocorrelation, OfAShortSequenceIsTheDefinition) {
  // Mean 2.5, deviations -1.5 -.5 .5 1.5: c0 = 5, c1 = .75 - .25 + .75 = 1.25, c2 = -.75 - .75 = -1.5.
  const Vector values = Vector::LinSpaced(4, 1, 4);
  EXPECT_NEAR(autocorrelation(values, 0), 1, 1e-15);
  EXPECT_NEAR(autocorrelation(values, 1), 0.25, 1e-15);
  EXPECT_NEAR(autocorrelation(values, 2), -0.3, 1e-15);
  EXPECT_NEAR(autocorrelation(values, -1), 0.25, 1e-15);
}

TEST(Autocorrelation, OfAnAutoregressionFallsGeometrically) {
  std::mt19937_64 engine(1);
  std::normal_distribution<double> normal;
  Vector values(100'000);
  double state = 0;
  for (double& value : values) value = state = 0.8 * state + normal(engine);
  // Bartlett: the sd of r_k is below sqrt((1 + .64) / (1 - .64) / n) = .0068.
  for (Index lag = 1; lag <= 5; ++lag) EXPECT_NEAR(autocorrelation(values, lag), std::pow(0.8, lag), 0.027);
}

TEST(Autocorrelation, OfIndependentValuesIsNearZero) {
  std::mt19937_64 engine(2);
  std::normal_distribution<double> normal;
  const Vector values = Vector::NullaryExpr(10'000, [&] { return normal(engine); });
  for (Index lag = 1; lag <= 5; ++lag) EXPECT_NEAR(autocorrelation(values, lag), 0, 0.045);
}

TEST(Autocorrelation, OfConstantOrTooShortSequencesIsZero) {
  EXPECT_EQ(autocorrelation(Vector::Constant(50, 0.1), 1), 0);
  EXPECT_EQ(autocorrelation(Vector::Constant(50, 0), 1), 0);
  EXPECT_EQ(autocorrelation(Vector::LinSpaced(3, 1, 3), 3), 0);
  EXPECT_EQ(autocorrelation(Vector(), 1), 0);
}

}  // namespace serial_test
}  // namespace guise::stats
