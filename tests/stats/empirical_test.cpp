// SPDX-License-Identifier: Apache-2.0
#include "stats/empirical.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "random/matrices.h"

namespace guise::stats {
namespace empirical_test {

const Vector kTied = (Vector(8) << 3, 1, 2, 2, 7, 2, 3, 5).finished();

TEST(Empirical, RanksAreSharesBelowAndUpToAValue) {
  const Empirical law(kTied);
  EXPECT_EQ(law.distinct(), (Vector(5) << 1, 2, 3, 5, 7).finished());
  for (const double value : {1.0, 2.0, 3.0, 5.0, 7.0}) {
    EXPECT_EQ(law.ranks(value).below, (kTied.array() < value).cast<double>().mean());
    EXPECT_EQ(law.ranks(value).up_to, (kTied.array() <= value).cast<double>().mean());
    EXPECT_EQ(law.ties(law.place(value)), (kTied.array() == value).count());
  }
}

TEST(Empirical, RanksOfOtherValuesLieBetweenTheirNeighbours) {
  const Empirical law(kTied);
  EXPECT_DOUBLE_EQ(law.ranks(4).middle(), 6.0 / 8);  // 3 ends at rank 5.5 of 8, 5 is at 6.5
  EXPECT_EQ(law.ranks(4).below, law.ranks(4).up_to);
  EXPECT_LT(law.ranks(0).middle(), law.ranks(1).middle());
  EXPECT_GT(law.ranks(8).middle(), law.ranks(7).middle());
  EXPECT_TRUE(std::isfinite(law.score(-1e300)) && std::isfinite(law.score(1e300)));
}

TEST(Empirical, QuantilesInvertTheRanks) {
  const Vector x = random::gaussian_matrix(200, 1, random::Rng::from_seed(1));
  const Empirical law(x);
  for (const double value : x) EXPECT_NEAR(law.quantile(law.ranks(value).middle()), value, 1e-12);
  const Empirical tied(kTied);
  for (const double value : kTied) EXPECT_EQ(tied.quantile(tied.ranks(value).middle()), value);
  EXPECT_EQ(tied.quantile(0), 1);
  EXPECT_EQ(tied.quantile(1), 7);
}

TEST(Empirical, MeansOfQuantilesAreTheirIntegrals) {
  const Empirical law(kTied);
  for (const auto& [from, to] : {std::pair{0.0, 1.0}, {0.1, 0.35}, {0.3, 0.31}, {0.55, 0.95}, {0.9, 1.0}}) {
    double sum = 0;
    constexpr int kSteps = 100'000;
    for (int i = 0; i < kSteps; ++i) sum += law.quantile(from + (to - from) * (i + 0.5) / kSteps);
    EXPECT_NEAR(law.mean_between(from, to), sum / kSteps, 1e-5);
  }
  EXPECT_EQ(law.mean_between(0.3, 0.3), law.quantile(0.3));
}

TEST(Empirical, KeepsInfiniteNumbersApart) {
  const double most = std::numeric_limits<double>::infinity();
  const Empirical law((Vector(4) << -most, 0, 1, most).finished());
  EXPECT_EQ(law.ranks(-most).middle(), 0.125);
  EXPECT_FALSE(std::isnan(law.ranks(-5).middle()));
  EXPECT_FALSE(std::isnan(law.ranks(5).middle()));
}

TEST(NormalScores, AreThoseOfTheMiddleRanks) {
  Matrix x(5, 2);
  x << 1, 9, 2, 9, 2, 9, 4, 9, 100, 9;
  const Matrix z = normal_scores(x);
  // scipy.stats.norm.ppf((rankdata(x) - .5) / 5)
  EXPECT_LT((z.col(0) - (Vector(5) << -1.2815515655446004, -0.2533471031357997, -0.2533471031357997, 0.5244005127080409,
                         1.2815515655446004)
                            .finished())
                .cwiseAbs()
                .maxCoeff(),
            1e-14);
  EXPECT_TRUE(z.col(1).isZero(0));
}

}  // namespace empirical_test
}  // namespace guise::stats
