// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/error.h"
#include "random/draws.h"
#include "random/laws.h"

namespace guise::random {
namespace discrete_gaussian_test {

/// P(y) proportional to exp(-y^2 / (2 sigma2)), summed far beyond rounding.
double probability(double y, double sigma2) {
  double total = 0;
  const int reach = static_cast<int>(12 * std::sqrt(sigma2)) + 5;
  for (int i = -reach; i <= reach; ++i) total += std::exp(-i * i / (2 * sigma2));
  return std::exp(-y * y / (2 * sigma2)) / total;
}

class DiscreteGaussian : public ::testing::TestWithParam<double> {};

TEST_P(DiscreteGaussian, FollowsItsExactProbabilities) {
  const double sigma2 = GetParam();
  constexpr std::size_t count = 200'000;
  const auto numbers = draw(fill_discrete_gaussian, Rng::from_seed(5), 2, 0, count, sigma2);
  std::map<double, double> seen;
  for (const double y : numbers) {
    ASSERT_EQ(y, std::floor(y));
    ++seen[y];
  }
  const int reach = static_cast<int>(6 * std::sqrt(sigma2)) + 2;
  double chi_square = 0, rest_seen = static_cast<double>(count), rest_expected = static_cast<double>(count);
  int freedom = 0;
  for (int y = -reach; y <= reach; ++y) {
    const double expected = count * probability(y, sigma2);
    if (expected < 10) continue;
    chi_square += (seen[y] - expected) * (seen[y] - expected) / expected;
    rest_seen -= seen[y], rest_expected -= expected;
    ++freedom;
  }
  if (rest_expected >= 10) chi_square += (rest_seen - rest_expected) * (rest_seen - rest_expected) / rest_expected;
  if (rest_expected < 10) --freedom;
  // Five standard deviations of chi-square and, for few cells, its longer tail.
  EXPECT_LT(chi_square, freedom + 5 * std::sqrt(2.0 * std::max(freedom, 1)) + 25) << freedom << " degrees of freedom";
}

INSTANTIATE_TEST_SUITE_P(OfEverySize, DiscreteGaussian, ::testing::Values(0.01, 0.1, 0.5, 1.0, 2.0, 10.0, 100.5, 0x1p12));

TEST(DiscreteGaussianLaw, LargeVarianceHasTheMomentsOfTheNormal) {
  constexpr std::size_t count = 100'000;
  for (const double sigma2 : {1e6, 1.2345678901e12, 0x1p80}) {
    const auto numbers = draw(fill_discrete_gaussian, Rng::from_seed(6), 0, 0, count, sigma2);
    double sum = 0, squares = 0, fourths = 0;
    for (const double y : numbers) {
      const double z = y / std::sqrt(sigma2);
      sum += z, squares += z * z, fourths += z * z * z * z;
    }
    EXPECT_NEAR(sum / count, 0, 5 / std::sqrt(count)) << sigma2;
    EXPECT_NEAR(squares / count, 1, 5 * std::sqrt(2.0 / count)) << sigma2;
    EXPECT_NEAR(fourths / count, 3, 5 * std::sqrt(96.0 / count)) << sigma2;
  }
}

TEST(DiscreteGaussianLaw, AnyRangeIsAPartOfTheWhole) {
  const Rng rng = Rng::from_seed(7).with_step(3);
  const auto whole = draw(fill_discrete_gaussian, rng, 1, 0, 500, 40.0),
             part = draw(fill_discrete_gaussian, rng, 1, 123, 45, 40.0);
  EXPECT_EQ(part, std::vector<double>(whole.begin() + 123, whole.begin() + 168));
  EXPECT_NE(whole, draw(fill_discrete_gaussian, rng, 2, 0, 500, 40.0));
  EXPECT_NE(whole, draw(fill_discrete_gaussian, rng.with_step(4), 1, 0, 500, 40.0));
}

TEST(DiscreteGaussianLaw, TinyVarianceIsAlmostAlwaysZero) {
  for (const double y : draw(fill_discrete_gaussian, Rng::from_seed(8), 0, 0, 10'000, 0x1p-40)) ASSERT_EQ(y, 0);
}

TEST(DiscreteGaussianLaw, RefusesVariancesItsIntegersCannotHold) {
  for (const double sigma2 : {0.0, -1.0, 1e-13, 1e25, std::nan(""), HUGE_VAL})
    EXPECT_THROW(draw(fill_discrete_gaussian, Rng::from_seed(1), 0, 0, 1, sigma2), Error) << sigma2;
}

}  // namespace discrete_gaussian_test
}  // namespace guise::random
