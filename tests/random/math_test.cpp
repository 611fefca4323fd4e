// SPDX-License-Identifier: Apache-2.0
// Against the C library in long double (64 bits of fraction on x86; tests run there), and, for the quantile, by putting it back
// into erfc.
#include "random/math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "random/draws.h"
#include "random/laws.h"

namespace guise::random {
namespace math_test {

/// Error in units in the last place of the true value.
double ulps(double got, long double truth) {
  const double rounded = std::fabs(static_cast<double>(truth));
  const double ulp = std::nextafter(rounded, std::numeric_limits<double>::infinity()) - rounded;
  return static_cast<double>(std::fabs(static_cast<long double>(got) - truth) / static_cast<long double>(ulp));
}

/// The correction Newton's method would make to z as the quantile of u, relative to z.
long double relative_error_of_quantile(double z, double u) {
  const long double half_root = std::sqrt(0.5L), density = std::exp(-0.5L * z * z) / std::sqrt(2 * std::acos(-1.0L));
  const bool centre = std::fabs(u - 0.5) < 0.25;
  const long double excess = centre  ? std::erf(z * half_root) / 2 - (static_cast<long double>(u) - 0.5L)
                             : z < 0 ? std::erfc(-z * half_root) / 2 - static_cast<long double>(u)
                                     : (1 - static_cast<long double>(u)) - std::erfc(z * half_root) / 2;
  return std::fabs(excess / density / z);
}

TEST(FixedLog, IsWithinOneUnitInTheLastPlace) {
  double worst = 0;
  const auto u = draw(fill_uniform, Rng::from_seed(1), 0, 0, 2'000'000);
  for (std::size_t i = 0; i < u.size(); i += 2) {
    const double anywhere = std::ldexp(0.5 + u[i] / 2, static_cast<int>(2000 * u[i + 1]) - 1000);
    const double near_one = 1 + (u[i] - 0.5) * u[i + 1];
    for (const double x : {anywhere, near_one, u[i]})
      worst = std::max(worst, ulps(fixed_log(x), std::log(static_cast<long double>(x))));
  }
  EXPECT_LT(worst, 1);
}

TEST(FixedLog, KnowsItsSpecialValues) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(fixed_log(1), 0);
  EXPECT_EQ(fixed_log(0), -infinity);
  EXPECT_EQ(fixed_log(infinity), infinity);
  EXPECT_TRUE(std::isnan(fixed_log(-1)));
  EXPECT_TRUE(std::isnan(fixed_log(std::nan(""))));
  for (const double x : {5e-324, 1e-310, std::numeric_limits<double>::min()})
    EXPECT_NEAR(fixed_log(x), std::log(x), 2e-13) << x;
}

TEST(FixedExp, IsWithinOneUnitInTheLastPlace) {
  double worst = 0;
  const auto u = draw(fill_uniform, Rng::from_seed(2), 0, 0, 1'000'000);
  for (const double v : u)
    for (const double x : {1400 * (v - 0.5), 20 * (v - 0.5), v - 0.5, 1e-6 * (v - 0.5)})
      worst = std::max(worst, ulps(fixed_exp(x), std::exp(static_cast<long double>(x))));
  EXPECT_LT(worst, 1);
}

TEST(FixedExp, KnowsItsSpecialValues) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(fixed_exp(0), 1);
  EXPECT_EQ(fixed_exp(infinity), infinity);
  EXPECT_EQ(fixed_exp(-infinity), 0);
  EXPECT_EQ(fixed_exp(710), infinity);
  EXPECT_EQ(fixed_exp(-746), 0);
  EXPECT_TRUE(std::isnan(fixed_exp(std::nan(""))));
  EXPECT_NEAR(fixed_exp(709.78) / std::exp(709.78), 1, 3e-16);
  EXPECT_NEAR(fixed_exp(-740), std::exp(-740), 5e-324);  // subnormal: one step
}

TEST(NormalQuantile, IsAccurateTo1e15EverywhereOnTheGrid) {
  long double worst = 0;
  std::vector<double> u = draw(fill_uniform, Rng::from_seed(3), 0, 0, 200'000);
  for (int k = 1; k <= 52; ++k)
    for (const double v : draw(fill_uniform, Rng::from_seed(3), 1, static_cast<std::uint64_t>(100 * k), 100)) {
      u.push_back(std::ldexp(0.5 + v / 2, -k));
      u.push_back(0.5 + std::ldexp(v, -k));
      u.push_back(1 - std::ldexp(std::floor(std::ldexp(0.5 + v / 2, 53 - k)), -53));
    }
  for (const double v : u)
    if (v != 0.5 && v < 1) worst = std::max(worst, relative_error_of_quantile(normal_quantile(v), v));
  EXPECT_LT(worst, 1e-15L);
}

// 40 digits by mpmath: mp.dps = 40; sqrt(2) * erfinv(2*u - 1) with u exact.
TEST(NormalQuantile, GivesKnownValues) {
  EXPECT_EQ(normal_quantile(0.5), 0);
  EXPECT_DOUBLE_EQ(normal_quantile(0.975), 1.959963984540054);
  EXPECT_DOUBLE_EQ(normal_quantile(0.25), -0.6744897501960817);
  EXPECT_DOUBLE_EQ(normal_quantile(1e-300), -37.047096299361199);
  EXPECT_DOUBLE_EQ(normal_quantile(0x1p-53), -8.2095361516013869);  // the least u
}

TEST(NormalQuantile, IsAntisymmetricOnTheGrid) {
  for (const double u : draw(fill_uniform, Rng::from_seed(4), 0, 0, 100'000))
    ASSERT_EQ(normal_quantile(1 - u), -normal_quantile(u));
  EXPECT_EQ(normal_quantile(1 - 0x1p-53), -normal_quantile(0x1p-53));
}

TEST(NormalQuantile, RisesFromOneEndToTheOtherAlsoWhereItsPiecesMeet) {
  double before = -std::numeric_limits<double>::infinity();
  for (int i = 1; i < 1'000'000; ++i) {
    const double z = normal_quantile(i * 1e-6);
    ASSERT_GT(z, before) << i;
    before = z;
  }
  // Neighbouring grid points differ by less than the rounding error, so there it may only not fall by more than that.
  for (const double joint : {0.075, 0.925, std::exp(-25.0)})
    for (int i = -1000; i < 1000; ++i) {
      const double step = joint * 1e-14, low = normal_quantile(joint + i * step),
                   high = normal_quantile(joint + (i + 1) * step);
      ASSERT_GE(high, low - 1e-15 * std::fabs(low)) << joint;
    }
}

TEST(NormalQuantile, IsInfiniteAtTheEndsAndNothingOutside) {
  EXPECT_EQ(normal_quantile(0), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(normal_quantile(1), std::numeric_limits<double>::infinity());
  for (const double u : {-0.1, 1.1, std::nan("")}) EXPECT_TRUE(std::isnan(normal_quantile(u)));
}

}  // namespace math_test
}  // namespace guise::random
