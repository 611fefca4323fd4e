// SPDX-License-Identifier: Apache-2.0
// 95 % intervals hold the truth in 95 % of draws.
#include <gtest/gtest.h>

#include <cmath>

#include "compared.h"
#include "measures/figure.h"
#include "random/laws.h"
#include "random/matrices.h"

namespace guise::measures {
namespace intervals_test {

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

/// People and errors drawn anew, of three attributes that do not depend on each other, or are all the same one.
struct Drawn {
  Matrix truth, error;
};
enum class Attributes { apart, alike };
Drawn drawn(Index n, Attributes attributes, const random::Rng& rng) {
  Drawn out{random::gaussian_matrix(n, 3, rng.fork("truth")), random::gaussian_matrix(n, 3, rng.fork("error"))};
  if (attributes == Attributes::apart) return out;
  return {out.truth.col(0).replicate(1, 3), out.error.col(0).replicate(1, 3)};
}

TEST(Intervals, OfNrmseAreThoseOfARatio) {
  // Errors of the same size for everybody, over the standard deviation of the people at hand.
  const double size = 0.7;
  const double covered = coverage(size, [&](const random::Rng& rng) {
    const Drawn people = drawn(400, Attributes::apart, rng);
    return of_attribute(compared(people.truth, people.truth + size * people.error), "nrmse", 0);
  });
  EXPECT_NEAR(covered, 0.95, kSlack);
}

TEST(Intervals, OfPooledFiguresHoldWhetherAttributesErrTogetherOrApart) {
  const double size = 0.7, left = size * size / (1 + size * size);
  struct Expected {
    const char* measure;
    std::size_t key;
    double value;
    int hits = 0;
  };
  for (const Attributes attributes : {Attributes::apart, Attributes::alike}) {
    Expected all[] = {{"nrmse", 0, size},
                      {"rmse", 0, size},
                      {"snr", 0, 1 / (size * size)},
                      {"residual", 0, left},
                      {"information", 0, -0.5 * std::log2(left)},
                      {"within", 1, std::erf(0.1 / (size * std::sqrt(2)))},
                      {"interval", 0, 1.34898 * size},
                      {"interval", 1, 3.919928 * size}};
    for (std::uint64_t draw = 1; draw <= kDraws; ++draw) {
      const Drawn people = drawn(300, attributes, random::Rng::from_seed(draw));
      Comparison comparison(Vector::Ones(3));  // tolerances do not depend on the draw
      comparison.add(people.truth, people.truth + size * people.error);
      for (Expected& each : all) {
        const Value found = pooled(comparison, each.measure, each.key);
        each.hits += found.low <= each.value && each.value <= found.high;
      }
    }
    for (const Expected& each : all)
      EXPECT_NEAR(static_cast<double>(each.hits) / kDraws, 0.95, kSlack)
          << each.measure << " " << each.key << (attributes == Attributes::alike ? " alike" : " apart");
  }
}

TEST(Intervals, OfOneAttributeAreThePooledOnes) {
  const Drawn people = drawn(100, Attributes::apart, random::Rng::from_seed(6));
  const Comparison one = compared(people.truth.leftCols(1), people.truth.leftCols(1) + people.error.leftCols(1));
  for (const char* measure : {"nrmse", "residual", "information", "within", "recovery", "interval"}) {
    EXPECT_EQ(pooled(one, measure).low, of_attribute(one, measure, 0).low) << measure;
    EXPECT_EQ(pooled(one, measure).high, of_attribute(one, measure, 0).high) << measure;
  }
}

TEST(Intervals, OfIntervalHaveALengthWhereAllErrorsAreLarge) {
  const Drawn people = drawn(300, Attributes::apart, random::Rng::from_seed(8));
  const Matrix guess = people.truth + 0.1 * people.error;
  const Value width = pooled(compared(people.truth, guess.array() + 9), "interval", 1);
  EXPECT_LT(width.low, 0.999 * width.value);
  EXPECT_GT(width.high, 1.001 * width.value);
}

TEST(Intervals, OfSharesThatAreAllOrNothingAreWilsonsOfTheRecords) {
  const Matrix truth = random::gaussian_matrix(50, 3, random::Rng::from_seed(7));
  const Value all = pooled(compared(truth, truth), "within"), none = pooled(compared(truth, truth.array() + 9), "within");
  EXPECT_DOUBLE_EQ(all.low, share(50, 50).low);
  EXPECT_EQ(all.high, 1);
  EXPECT_EQ(none.low, 0);
  EXPECT_DOUBLE_EQ(none.high, share(0, 50).high);
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

TEST(Intervals, OfResidualHoldTheCorrelationOfSkewedPairs) {
  // Squares of normals are as far from normal as attributes get; Fisher's z / sqrt(n - 3) holds 79 of 100 here.
  const double size = 1, expected = 2 / (2 + size * size);
  const double covered = coverage(1 - expected, [&](const random::Rng& rng) {
    const Matrix truth = random::gaussian_matrix(600, 1, rng.fork("truth")).cwiseAbs2();
    return of_attribute(compared(truth, truth + size * random::gaussian_matrix(600, 1, rng.fork("error"))), "residual", 0);
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

TEST(Intervals, OfIntervalEndNowhereWhereNoErrorsLieBeyond) {
  // Of 300 errors none need lie above the quantile 0.999, so that nothing says how far up it is.
  const Matrix truth = random::gaussian_matrix(300, 2, random::Rng::from_seed(5));
  const Comparison comparison = compared(truth, truth + random::gaussian_matrix(300, 2, random::Rng::from_seed(6)));
  const Value far = of_attribute(comparison, "interval", 0, 2), near = of_attribute(comparison, "interval", 0, 1);
  EXPECT_EQ(far.high, std::numeric_limits<double>::infinity());
  EXPECT_TRUE(far.low < far.value && far.low > near.value) << far.low;
  EXPECT_TRUE(near.low < near.value && near.value < near.high && std::isfinite(near.high));
  EXPECT_TRUE(std::isnan(find_measure("interval").compute(comparison).pooled[2].high));
}

TEST(Share, OfFewCasesHoldsWhatGivesThem) {
  // Poisson counts of one case in six, and of more: Wilson's interval alone holds 0.84 of them.
  constexpr double n = 1e5;
  for (const double expected : {0.05, 0.17, 0.3, 0.6, 1.0, 2.0, 4.0}) {
    double held = 0, nearly_all = 0, chance = std::exp(-expected);
    for (int s = 0; s < 60; chance *= expected / ++s) {
      const Value few = share(s, n), rest = share(n - s, n);
      if (few.low <= expected / n && expected / n <= few.high) held += chance;
      if (rest.low <= 1 - expected / n && 1 - expected / n <= rest.high) nearly_all += chance;
    }
    EXPECT_GT(held, 0.92) << expected;
    EXPECT_GT(nearly_all, 0.92) << expected;
  }
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

}  // namespace intervals_test
}  // namespace guise::measures
