// SPDX-License-Identifier: Apache-2.0
#include "theory/sketch_privacy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "random/matrices.h"
#include "theory/empirical_privacy.h"

namespace guise::theory {
namespace sketch_privacy_test {

TEST(SketchPrivacy, IsExactForItsLeverage) {
  EXPECT_NEAR(sketch_delta_with(1, {0.05, 50}), 9.55814571874e-5, 5e-17);
  EXPECT_NEAR(sketch_delta_without(1, {0.05, 50}), 2.414e-11, 5e-15);
  EXPECT_NEAR(sketch_delta(2, {0.1, 50}), 4.04081699e-4, 5e-13);
  EXPECT_EQ(sketch_delta(1, {0, 50}), 0);
  EXPECT_EQ(sketch_delta(1, {1, 50}), 1);
  EXPECT_EQ(sketch_delta(20'000, {0.9, 1}), 0);
}

TEST(SketchPrivacy, NoiseIsEnoughAndNoMoreThanEnough) {
  const struct {
    double epsilon, delta;
    std::int64_t rows;
    double noise;
  } cases[] = {{1, 1e-6, 50, 5.1831}, {1, 1e-6, 200, 6.9178}, {2, 1e-6, 100, 4.3269}};
  for (const auto& [epsilon, delta, rows, noise] : cases) {
    const double needed = sketch_noise_for(epsilon, delta, rows);
    EXPECT_NEAR(needed, noise, 5e-5) << rows;
    EXPECT_LE(sketch_delta(epsilon, {leverage_of(1, needed), rows}), delta);
    EXPECT_NEAR(sketch_epsilon({leverage_of(3, 3 * needed), rows}, delta), epsilon, 1e-9);
  }
}

TEST(SketchPrivacy, FallsWithEpsilonAndRisesWithLeverageAndRows) {
  for (const double epsilon : {0.1, 1.0, 4.0})
    for (const double s : {0.01, 0.2, 0.8})
      for (const std::int64_t rows : {1, 10, 300}) {
        const double delta = sketch_delta(epsilon, {s, rows});
        EXPECT_LE(sketch_delta(epsilon * 1.1, {s, rows}), delta);
        EXPECT_GE(sketch_delta(epsilon, {s * 1.1, rows}), delta);
        EXPECT_GE(sketch_delta(epsilon, {s, rows + 1}), delta);
      }
}

TEST(SketchPrivacy, BoundsAGuessByNoLessThanTheBestTestGains) {
  // One row: "it is in" where the square is large. P(chi^2_1 > t) against P(chi^2_1 > t / (1 - s)) without the record.
  const auto tail = [](double t) { return std::erfc(std::sqrt(t / 2)); };
  for (const double s : {0.1, 0.5, 0.9})
    for (const double t : {0.5, 2.0, 4.0}) {
      const double prior = tail(t / (1 - s)), bound = sketch_success_bound(prior, {s, 1});
      EXPECT_GE(bound, tail(t) * (1 - 1e-12)) << s << " " << t;
      EXPECT_LE(bound, 1);
    }
  EXPECT_NEAR(sketch_success_bound(0.05, {1e-9, 1}), 0.05, 1e-6);
}

TEST(SketchPrivacy, RefusesWhatIsNoSketch) {
  EXPECT_THROW(sketch_delta(1, {1.5, 50}), Error);
  EXPECT_THROW(sketch_delta(1, {0.5, 0}), Error);
  EXPECT_THROW(leverage_of(1, 0), Error);
  EXPECT_THROW(sketch_noise_for(1, 0, 5), Error);
}

// Sums over 5 records of 2 attributes with and without the longest, told apart by the best test for the worst case (a record
// by itself in its direction): the squares along it. Its share of hits is the chi-square probability behind delta, and what it
// proves stays below what is certified.
TEST(SketchPrivacy, HoldsAgainstTheBestTestOfTwoNeighbouringTables) {
  constexpr std::int64_t runs = 2000, rows = 8;
  constexpr double length = 1, noise = 1.5, delta = 1e-3;
  const Sketch sketch{.leverage = leverage_of(length, noise), .rows = rows};
  Matrix with(5, 2);
  with << 0, 0.5, 0, -0.3, 0, 0.9, 0, 0.1, length, 0;
  const Matrix without = with.topRows(4);
  const random::Rng rng = random::Rng::from_seed(3);
  const auto count = [&](const Matrix& table, const char* purpose, double threshold) {
    Count out{.hits = 0, .tries = runs};
    for (std::uint32_t run = 0; run < runs; ++run) {
      const random::Rng one = rng.fork(purpose).with_step(run);
      const Matrix r = random::gaussian_matrix(rows, table.rows(), one.fork("matrix")),
                   z = random::gaussian_matrix(rows, 2, one.fork("noise"));
      out.hits += (r * table.col(0) + noise * z.col(0)).squaredNorm() > threshold;
    }
    return out;
  };
  const double epsilon = sketch_epsilon(sketch, delta);
  for (const double threshold : {20.0, 30.0, 45.0}) {
    const EmpiricalPrivacy found =
        empirical_privacy(count(with, "with", threshold), count(without, "without", threshold), delta);
    EXPECT_LE(found.epsilon, epsilon) << threshold;
    EXPECT_GT(found.mu, 0) << threshold;
  }
}

}  // namespace sketch_privacy_test
}  // namespace guise::theory
