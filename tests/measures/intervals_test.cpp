// SPDX-License-Identifier: Apache-2.0
// 95 % intervals hold the truth in 95 % of draws.
#include <gtest/gtest.h>

#include <cmath>

#include "compared.h"
#include "measures/figure.h"
#include "random/laws.h"
#include "random/matrices.h"

namespace guise::measures {
namespace {

constexpr int kDraws = 800;
// The count of hits in 800 draws has a standard deviation of .77 %: 95 % +- 3 % is four of them.
constexpr double kSlack = 0.03;

template <typename Draw>
double coverage(double truth, const Draw& interval) {
  int hits = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    const Value value = interval(random::Rng::from_seed(1000 + static_cast<std::uint64_t>(draw)));
    hits += value.low <= truth && truth <= value.high;
  }
  return static_cast<double>(hits) / kDraws;
}

/// x = z1, guess = x + size * z2 with fresh errors for a fixed x, and the figure of it.
TEST(Intervals, OfNrmseHoldTheExpectedErrorOnAGivenTable) {
  const Matrix truth = random::gaussian_matrix(400, 1, random::Rng::from_seed(1));
  const double size = 0.7;
  const double covered = coverage(size / population_sd(truth)[0], [&](const random::Rng& rng) {
    return of_attribute(compared(truth, truth + size * random::gaussian_matrix(400, 1, rng)), "nrmse", 0);
  });
  EXPECT_NEAR(covered, 0.95, kSlack);
}

TEST(Intervals, OfRmseHoldForErrorsWithHeavierTails) {
  const Index n = 1000;
  const Matrix truth = random::gaussian_matrix(n, 1, random::Rng::from_seed(2));
  const double covered = coverage(1, [&](const random::Rng& rng) {
    Matrix error(n, 1);
    random::fill_laplace(rng, 0, 0, {error.data(), static_cast<std::size_t>(n)});
    return of_attribute(compared(truth, truth + error), "rmse", 0);
  });
  EXPECT_NEAR(covered, 0.95, kSlack);
}

TEST(Intervals, OfResidualHoldTheCorrelationOfGaussianPairs) {
  const double size = 1.5, expected = size * size / (1 + size * size);
  const double covered = coverage(expected, [&](const random::Rng& rng) {
    const Matrix truth = random::gaussian_matrix(100, 1, rng.fork("truth"));
    return of_attribute(compared(truth, truth + size * random::gaussian_matrix(100, 1, rng.fork("error"))), "residual", 0);
  });
  EXPECT_NEAR(covered, 0.95, kSlack);
}

TEST(Intervals, OfInformationFollowThoseOfResidual) {
  const Matrix truth = random::gaussian_matrix(100, 1, random::Rng::from_seed(3));
  const Comparison comparison = compared(truth, truth + random::gaussian_matrix(100, 1, random::Rng::from_seed(4)));
  const Value bits = pooled(comparison, "information"), left = pooled(comparison, "residual");
  EXPECT_DOUBLE_EQ(bits.low, -0.5 * std::log2(left.high));
  EXPECT_DOUBLE_EQ(bits.high, -0.5 * std::log2(left.low));
}

TEST(Intervals, OfWithinHoldTheShare) {
  // A fixed threshold: the sd of the truth is 1 by construction of the comparison.
  const double expected = std::erf(0.5 / (0.8 * std::sqrt(2)));
  const double covered = coverage(expected, [&](const random::Rng& rng) {
    const Matrix truth = random::gaussian_matrix(200, 1, rng.fork("truth"));
    Comparison comparison(Vector::Ones(1));
    comparison.add(truth, truth + 0.8 * random::gaussian_matrix(200, 1, rng.fork("error")));
    return of_attribute(comparison, "within", 0, 3);
  });
  EXPECT_NEAR(covered, 0.95, kSlack);
}

TEST(Intervals, OfIntervalHoldTheQuantile) {
  const double covered = coverage(3.919928 * 0.5, [&](const random::Rng& rng) {
    const Matrix truth = random::gaussian_matrix(1000, 1, rng.fork("truth"));
    Comparison comparison(Vector::Ones(1));
    comparison.add(truth, truth + 0.5 * random::gaussian_matrix(1000, 1, rng.fork("error")));
    return of_attribute(comparison, "interval", 0, 1);
  });
  EXPECT_NEAR(covered, 0.95, kSlack);
}

TEST(Intervals, PooledOnesHoldWhenTheAttributesErrTogether) {
  const Matrix column = random::gaussian_matrix(300, 1, random::Rng::from_seed(5)), truth = column.replicate(1, 5);
  const double covered = coverage(0.5 / population_sd(column)[0], [&](const random::Rng& rng) {
    return pooled(compared(truth, truth + 0.5 * random::gaussian_matrix(300, 1, rng).replicate(1, 5)), "nrmse");
  });
  EXPECT_NEAR(covered, 0.95, kSlack);
}

TEST(Share, HasWilsonsInterval) {
  // Newcombe (1998), table I: 81 of 263 gives .2553 to .3662; 0 of 10 and 10 of 10 by the formula in NumPy.
  EXPECT_NEAR(share(81, 263).low, 0.2552885198782742, 1e-14);
  EXPECT_NEAR(share(81, 263).high, 0.36620957698280004, 1e-14);
  EXPECT_EQ(share(0, 10).low, 0);
  EXPECT_NEAR(share(0, 10).high, 0.27753279986288926, 1e-14);
  EXPECT_NEAR(share(10, 10).low, 0.7224672001371109, 1e-14);
  EXPECT_EQ(share(10, 10).high, 1);
}

}  // namespace
}  // namespace guise::measures
