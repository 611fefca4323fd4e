// SPDX-License-Identifier: Apache-2.0
#include "stats/noise_law.h"

#include <gtest/gtest.h>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <vector>

namespace guise::stats {
namespace noise_law_test {

using random::Law;

class EveryLaw : public ::testing::TestWithParam<Law> {
 protected:
  static constexpr double kSd = 1.7;
  double density(double x) const { return noise_density(GetParam(), kSd, x); }
  double cdf(double x) const { return noise_cdf(GetParam(), kSd, x); }
  /// Piecewise between the points where a law has a corner.
  template <typename F>
  double integral(const F& f, double low, double high) const {
    const double half = std::sqrt(3.0) * kSd;
    std::vector<double> points = {low};
    for (const double corner : {-half, 0.0, half})
      if (corner > low && corner < high) points.push_back(corner);
    points.push_back(high);
    double sum = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
      sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(f, points[i - 1], points[i], 12, 1e-12);
    return sum;
  }
};

TEST_P(EveryLaw, HasMeanZeroAndTheGivenStandardDeviation) {
  EXPECT_NEAR(integral([&](double x) { return density(x); }, -70, 70), 1, 1e-9);
  EXPECT_NEAR(integral([&](double x) { return x * density(x); }, -70, 70), 0, 1e-9);
  EXPECT_NEAR(integral([&](double x) { return x * x * density(x); }, -70, 70), kSd * kSd, 1e-8);
}

TEST_P(EveryLaw, HasTheIntegralOfItsDensityAsDistributionFunction) {
  for (const double x : {-9.0, -2.9, -1.0, 0.0, 0.3, 2.5, 3.2, 8.0})
    EXPECT_NEAR(cdf(x), integral([&](double t) { return density(t); }, -70, x), 1e-10) << x;
}

TEST_P(EveryLaw, HasASymmetricDistributionFunction) {
  for (const double x : {0.0, 0.5, 2.0, 5.0}) EXPECT_NEAR(cdf(x) + cdf(-x), 1, 1e-15);
}

TEST_P(EveryLaw, IntegratesItsDistributionFunction) {
  for (const double x : {-4.0, -1.0, 0.0, 0.7, 6.0})
    EXPECT_NEAR(noise_cdf_integral(GetParam(), kSd, x), integral([&](double t) { return cdf(t); }, -70, x), 1e-9) << x;
}

TEST_P(EveryLaw, HasThePartialMomentsOfItsDensity) {
  for (const auto& [low, high] : {std::pair{-1.0, 2.0}, {-3.5, -3.0}, {0.5, 0.6}, {2.0, 9.0}, {-20.0, 20.0}, {-5.0, 0.0}}) {
    const NoiseMass mass = noise_mass(GetParam(), kSd, low, high);
    EXPECT_NEAR(mass.share, integral([&](double x) { return density(x); }, low, high), 1e-10);
    EXPECT_NEAR(mass.first, integral([&](double x) { return x * density(x); }, low, high), 1e-10);
    EXPECT_NEAR(mass.second, integral([&](double x) { return x * x * density(x); }, low, high), 1e-9);
  }
}

TEST_P(EveryLaw, HasTheTransitionsOfUniformCells) {
  for (const auto& [g, w, u, v] :
       {std::tuple{0.0, 1.0, 0.2, 0.5}, {0.0, 0.1, 3.0, 0.02}, {-2.0, 4.0, -9.0, 3.0}, {1.0, 20.0, 3.0, 1.0}}) {
    double expected = 0;  // midpoint rule over x; cdf exact
    constexpr int kSteps = 20'000;
    for (int i = 0; i < kSteps; ++i) {
      const double x = g + w * (i + 0.5) / kSteps;
      expected += (cdf(u + v - x) - cdf(u - x)) / kSteps;
    }
    EXPECT_NEAR(noise_transition(GetParam(), kSd, g, w, u, v), expected, 1e-6 * expected + 1e-12);
  }
}

TEST_P(EveryLaw, HasTransitionsThatAddToOne) {
  double sum = 0;
  for (int i = -400; i < 400; ++i) sum += noise_transition(GetParam(), kSd, 0.3, 0.7, 0.1 * i, 0.1);
  EXPECT_NEAR(sum, 1, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Laws, EveryLaw, ::testing::Values(Law::gaussian, Law::uniform, Law::laplace));

TEST(NoiseMass, KeepsRelativeAccuracyFarOut) {
  // scipy: norm.sf(8) - norm.sf(8.5), and symmetric.
  const double expected = 6.220960574271786e-16 - 9.479534822203318e-18;
  EXPECT_NEAR(noise_mass(Law::gaussian, 1, 8, 8.5).share / expected, 1, 1e-10);
  EXPECT_NEAR(noise_mass(Law::gaussian, 1, -8.5, -8).share / expected, 1, 1e-10);
  EXPECT_GT(noise_transition(Law::gaussian, 1, 0, 0.01, 20, 0.01), 0);
  EXPECT_NEAR(noise_transition(Law::gaussian, 1, 0, 0.01, 20, 0.01) / noise_transition(Law::gaussian, 1, 20, 0.01, 0, 0.01), 1,
              1e-12);
}

TEST(NoiseLaw, UniformEndsAtTheSquareRootOfThree) {
  EXPECT_EQ(noise_density(Law::uniform, 1, 1.74), 0);
  EXPECT_GT(noise_density(Law::uniform, 1, 1.73), 0);
  EXPECT_EQ(noise_cdf(Law::uniform, 1, 2), 1);
}

}  // namespace noise_law_test
}  // namespace guise::stats
