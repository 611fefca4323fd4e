// SPDX-License-Identifier: Apache-2.0
// Breaches and calibration of a posterior that is right, of one that is too sure of itself, and of none.
#include "measures/breaches.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random/laws.h"
#include "random/matrices.h"

namespace guise::measures {
namespace breaches_test {

using random::Rng;

constexpr Index kRecords = 20000;

/// x standard normal, y = x + noise: the posterior is N(y / (1 + v), v / (1 + v)), v the variance of the noise.
struct Seen {
  Matrix truth, mean, sd;
};
Seen seen_through(double noise_sd) {
  const Rng rng = Rng::from_seed(11);
  const double v = noise_sd * noise_sd;
  Seen out{random::gaussian_matrix(kRecords, 1, rng.fork("x")), {}, {}};
  out.mean = (out.truth + noise_sd * random::gaussian_matrix(kRecords, 1, rng.fork("r"))) / (1 + v);
  out.sd = Matrix::Constant(kRecords, 1, std::sqrt(v / (1 + v)));
  return out;
}

TEST(Calibration, OfARightPosteriorHasNoGap) {
  const Seen seen = seen_through(1);
  const Breaches found = breaches_of(seen.truth, seen.mean, seen.sd);
  EXPECT_LT(found.calibration.gap, 0.005);
  for (const CalibrationCell& cell : found.calibration.cells) {
    const double se = std::sqrt(cell.claimed * (1 - cell.claimed) / static_cast<double>(cell.claims));
    EXPECT_NEAR(cell.held.value, cell.claimed, 5 * se + 1e-3);
  }
}

TEST(Calibration, OfAPosteriorThatIsTooSureShowsIt) {
  const Seen seen = seen_through(1);
  const Breaches found = breaches_of(seen.truth, seen.mean, 0.2 * seen.sd);
  const CalibrationCell& last = found.calibration.cells.back();
  EXPECT_LT(last.held.high, last.claimed - 0.1);
}

TEST(Calibration, IsTheTableByHand) {
  const Calibration found = calibration_of({0.05, 0.07, 0.95, 1.0}, {false, true, true, true});
  ASSERT_EQ(found.cells.size(), 2);
  EXPECT_DOUBLE_EQ(found.cells[0].claimed, 0.06);
  EXPECT_DOUBLE_EQ(found.cells[0].held.value, 0.5);
  EXPECT_EQ(found.cells[1].claims, 2);
  EXPECT_NEAR(found.gap, (std::abs(0.12 - 1) + std::abs(1.95 - 2)) / 4, 1e-15);
  EXPECT_TRUE(std::isnan(calibration_of({}, {}).gap));
}

TEST(Breaches, AreAsManyAsTheClosedFormSays) {
  // P(x >= t | y) >= 1/2 exactly where E[x | y] >= t; E[x | y] is N(0, 1 / (1 + v)), so for t = Phi^-1(0.95) and noise of sd
  // 0.5 the share is 1 - Phi(1.644854 sqrt(1.25)) = 0.032957. The sampled threshold errs by sqrt(.05 .95 / n) / phi(t) = .0149
  // which moves the share by .0149 sqrt(1.25) phi(1.839) = .0012; its own standard error is .0013.
  const Seen seen = seen_through(0.5);
  const Breaches found = breaches_of(seen.truth, seen.mean, seen.sd);
  ASSERT_EQ(found.properties.size(), 4);
  EXPECT_NEAR(found.properties[0].breached.value, 0.032957, 4 * std::hypot(0.0012, 0.0013));
  EXPECT_NEAR(found.properties[0].prior, 0.05, 1e-9);
  EXPECT_FALSE(found.properties[2].largest);
  // Being among the largest 1 % is a breach of a record that is one of the largest 5 % too.
  EXPECT_NEAR(found.records.value, found.properties[0].breached.value + found.properties[2].breached.value, 1e-12);
  EXPECT_GT(found.right.low, 0.5);
}

TEST(Breaches, AreNoneWithoutARelease) {
  const Matrix truth = random::gaussian_matrix(kRecords, 2, Rng::from_seed(12));
  const Breaches found = breaches_of(truth, Matrix::Zero(kRecords, 2), Matrix::Ones(kRecords, 2));
  EXPECT_EQ(found.records.value, 0);
  EXPECT_LT(found.calibration.gap, 0.01);
  EXPECT_TRUE(std::isnan(found.right.value));
}

TEST(Breaches, OfACopyAreTheRarePropertiesThemselves) {
  const Matrix truth = random::gaussian_matrix(1000, 1, Rng::from_seed(13));
  const Breaches found = breaches_of(truth, truth, Matrix::Zero(1000, 1));
  EXPECT_DOUBLE_EQ(found.records.value, 0.1);
  EXPECT_EQ(found.right.value, 1);
  EXPECT_EQ(found.calibration.gap, 0);
}

TEST(Breaches, LeaveOutPropertiesThatAreNotRare) {
  Matrix truth = Matrix::Zero(100, 2);
  truth.col(0).head(30).setOnes();  // a third has the largest value
  const Breaches found = breaches_of(truth, truth, Matrix::Zero(100, 2));
  EXPECT_EQ(found.properties.size(), 4);  // the constant attribute has none
  for (const PropertyBreaches& property : found.properties) EXPECT_TRUE(std::isnan(property.breached.value));
  EXPECT_EQ(found.records.value, 0);
  EXPECT_TRUE(std::isnan(breaches_of(Matrix(0, 2), Matrix(0, 2), Matrix(0, 2)).records.value));
}

}  // namespace breaches_test
}  // namespace guise::measures
