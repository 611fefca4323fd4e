// SPDX-License-Identifier: Apache-2.0
#include "theory/breach.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "random/matrices.h"
#include "support/dense.h"

namespace guise::theory {
namespace breach_test {

TEST(BreachProbability, IsTheShareOfAnArcOnTheCircle) {
  // Two free dimensions: the angle is uniform on (0, pi).
  for (const double epsilon : {0.1, 0.7, 1.3, 1.9})
    EXPECT_NEAR(breach_probability(1, 2, epsilon), 2 * std::asin(epsilon / 2) / std::numbers::pi, 1e-12) << epsilon;
}

TEST(BreachProbability, IsTheShareOfACapOnTheSphere) {
  // Three free dimensions: the height is uniform (Archimedes), so the cap |guess - x| <= eps holds eps^2 / 4 of it.
  for (const double epsilon : {0.1, 0.7, 1.3, 1.9}) EXPECT_NEAR(breach_probability(1, 3, epsilon), square(epsilon) / 4, 1e-12);
}

TEST(BreachProbability, OfOneFreeDimensionIsASign) {
  EXPECT_EQ(breach_probability(1, 1, 0.1), 0.5);
  EXPECT_EQ(breach_probability(0.04, 1, 0.1), 1);  // both signs are near enough
}

TEST(BreachProbability, IsCertainForRecordsInTheSpan) {
  EXPECT_EQ(breach_probability(0, 5, 1e-6), 1);
  EXPECT_EQ(breach_probability(0.5, 0, 1e-6), 1);
  EXPECT_THROW(breach_probability(1, 5, 0), Error);
}

// The attacker of section 1.4 simulated: a Haar rotation of the complement of the known records.
TEST(BreachProbabilities, AreTheSharesOfDrawnRotationsThatComeNear) {
  constexpr Index m = 6, q = 2;
  constexpr int draws = 20'000;
  constexpr double epsilon = 0.8;
  const random::Rng rng = random::Rng::from_seed(5);
  const Matrix known = random::gaussian_matrix(q, m, rng.fork("known"));
  const Matrix targets = random::gaussian_matrix(3, m, rng.fork("targets"));
  const Matrix basis = testing::householder_q((Matrix(m, m) << known.transpose(), Matrix::Random(m, m - q)).finished());
  const Breach breach = breach_probabilities(known, targets, epsilon);
  EXPECT_EQ(breach.known_rank, q);
  for (Index i = 0; i < targets.rows(); ++i) {
    const Vector x = targets.row(i), parts = basis.transpose() * x;
    int near = 0;
    for (std::uint32_t draw = 0; draw < draws; ++draw) {
      Vector guess = parts;
      guess.tail(m - q) = random::haar_orthogonal(m - q, rng.fork("guess").with_step(draw)) * parts.tail(m - q);
      near += (guess - parts).norm() <= epsilon * x.norm();
    }
    const double p = breach.probability[i];
    EXPECT_NEAR(breach.outside[i], parts.tail(m - q).norm() / x.norm(), 1e-12);
    EXPECT_NEAR(near / double(draws), p, 4.5 * std::sqrt(p * (1 - p) / draws)) << i;
  }
}

TEST(BreachProbabilities, TakeRepeatedZeroAndNoKnownRecords) {
  const Matrix targets = (Matrix(3, 3) << 1, 2, 3, 0, 0, 0, 4, 4, 0).finished();
  const Matrix known = (Matrix(4, 3) << 1, 1, 0, 2, 2, 0, 0, 0, 0, 1, 1, 0).finished();
  const Breach breach = breach_probabilities(known, targets, 0.1);
  EXPECT_EQ(breach.known_rank, 1);
  EXPECT_EQ(breach.probability[1], 1);  // nothing to hide
  EXPECT_EQ(breach.probability[2], 1);  // in the span
  EXPECT_LT(breach.probability[0], 0.1);
  EXPECT_EQ(breach_probabilities(Matrix(0, 3), targets, 0.1).known_rank, 0);
  EXPECT_EQ(breach_probabilities(Matrix::Zero(2, 3), targets, 0.1).known_rank, 0);
  EXPECT_THROW(breach_probabilities(known.leftCols(2), targets, 0.1), Error);
}

}  // namespace breach_test
}  // namespace guise::theory
