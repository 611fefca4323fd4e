// SPDX-License-Identifier: Apache-2.0
#include "theory/gaussian_privacy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/matrix.h"
#include "random/laws.h"
#include "theory/empirical_privacy.h"

namespace guise::theory {
namespace gaussian_privacy_test {

// log(erfc(-x / sqrt(2)) / 2) with 60 digits, by mpmath.
TEST(LogNormalCdf, IsRightFarOutInBothTails) {
  const struct {
    double x, log_cdf;
  } cases[] = {{-8, -35.01343715991455},     {-8.001, -35.021559020864893}, {-40, -804.60844201375379},
               {-1000, -500007.82669481218}, {3, -0.0013508099647481938},   {9, -1.1285884059538406e-19},
               {-0.5, -1.1759117615936186}};
  for (const auto& [x, log_cdf] : cases) EXPECT_NEAR(log_normal_cdf(x) / log_cdf, 1, 1e-14) << x;
}

// The definition with 60 digits, by mpmath. Of such numbers a difference of two probabilities in double has no digit right.
TEST(GaussianPrivacy, DeltaIsRightWhereItIsTinyAndWhereItIsNearlyOne) {
  const struct {
    double epsilon, mu, log_delta;
  } cases[] = {{0.1, 0.003, -569.249445541592},  {50, 0.5, -4985.85396973516}, {0, 1e-6, -14.734449091169},
               {3, 10, -2.46378999954452e-6},    {1, 0.02, -1262.156255834},   {1e-7, 1e-6, -14.8626638220372},
               {1e-3, 20, -1.52473277879303e-23}};
  for (const auto& [epsilon, mu, log_delta] : cases)
    EXPECT_NEAR(log_delta_of(epsilon, mu) / log_delta, 1, 1e-9) << epsilon << " " << mu;
  EXPECT_NEAR(delta_of(1, 1), 0.126936737506644, 1e-15);
  EXPECT_NEAR(delta_of(1, 0.5), 0.00682959498311, 1e-14);
  EXPECT_EQ(delta_of(1, 0), 0);
}

TEST(GaussianPrivacy, NoiseIsEnoughAndNoMoreThanEnough) {
  const struct {
    double epsilon, delta, sd;
  } cases[] = {{0.1, 1e-5, 30.749566132}, {1, 1e-5, 3.73063163482},  {1, 1e-6, 4.22467888933},
               {3, 1e-6, 1.54386141778},  {8, 1e-6, 0.652935384358}, {10, 1e-5, 0.499888619709}};
  for (const auto& [epsilon, delta, sd] : cases) {
    const double needed = sd_for(epsilon, delta);
    EXPECT_NEAR(needed / sd, 1, 4e-12) << epsilon;  // twelve digits are given
    EXPECT_LE(delta_of(epsilon, 1 / needed), delta);
    EXPECT_GT(delta_of(epsilon, 1 / (needed * (1 - 1e-11))), delta);
    EXPECT_LE(delta_of(epsilon, mu_for(epsilon, delta)), delta);
    EXPECT_NEAR(sd_for(epsilon, delta, 40) / sd, 40, 1e-9);
  }
}

TEST(GaussianPrivacy, EpsilonIsTheLeastThatIsEnough) {
  EXPECT_NEAR(epsilon_of(1, 1e-5), 4.37717809568, 1e-11);
  EXPECT_NEAR(epsilon_of(0.25, 1e-6), 1.06070186233, 1e-11);
  EXPECT_LE(delta_of(epsilon_of(2, 1e-9), 2), 1e-9);
  EXPECT_EQ(epsilon_of(1e-9, 1e-5), 0);
  EXPECT_EQ(epsilon_of(0, 1e-5), 0);
}

TEST(GaussianPrivacy, ReleasesAddUpAsSquares) {
  const double mu[] = {0.3, 0.4, 1.2};
  EXPECT_NEAR(composed(mu), 1.3, 1e-15);
  EXPECT_EQ(composed({}), 0);
}

TEST(GaussianPrivacy, BoundsWhatAGuessGains) {
  EXPECT_NEAR(success_bound(0.05, 0.5), 0.126134898, 5e-10);
  EXPECT_NEAR(success_bound(0.05, 1), 0.259511023, 5e-10);
  EXPECT_NEAR(success_bound(0.01, 1), 0.092362248, 5e-10);
  EXPECT_NEAR(success_bound(0.05, mu_for(3, 1e-6)), 0.159, 5e-4);
  EXPECT_NEAR(success_bound(0.01, mu_for(3, 1e-6)), 0.047, 5e-4);
  EXPECT_NEAR(success_bound(0.3, 0), 0.3, 1e-15);
  EXPECT_EQ(success_bound(0, 3), 0);
  EXPECT_EQ(success_bound(1, 3), 1);
}

TEST(ConcentratedPrivacy, GivesTheEpsilonsOfBothTheorems) {
  EXPECT_NEAR(concentrated_epsilon_simple(0.5, 1e-5), 5.298526, 5e-7);
  EXPECT_NEAR(concentrated_epsilon(0.5, 1e-5).epsilon, 4.728387, 5e-7);
  EXPECT_NEAR(concentrated_epsilon(0.5, 1e-5).order, 5.432, 5e-4);
  EXPECT_NEAR(concentrated_epsilon_simple(0.1, 1e-6), 2.450788, 5e-7);
  EXPECT_NEAR(concentrated_epsilon(0.1, 1e-6).epsilon, 2.141939, 5e-7);
  EXPECT_NEAR(epsilon_of(std::sqrt(0.2), 1e-6), 1.994527, 5e-7);
}

TEST(ConcentratedPrivacy, AllowsAGuessNoLessThanExactGaussianNoiseDoes) {
  for (const double mu : {0.01, 0.3, 1.0, 2.0})
    for (const double prior : {1e-6, 0.01, 0.05, 0.5}) {
      EXPECT_GE(concentrated_success_bound(prior, mu * mu / 2), success_bound(prior, mu)) << mu << " " << prior;
      EXPECT_GE(concentrated_epsilon(mu * mu / 2, 1e-6).epsilon, epsilon_of(mu, 1e-6)) << mu;
    }
  EXPECT_EQ(concentrated_success_bound(0.5, 30), 1);
  EXPECT_EQ(concentrated_success_bound(0, 30), 0);
}

TEST(GaussianPrivacy, RefusesWhatIsNoProbability) {
  EXPECT_THROW(epsilon_of(1, 0), Error);
  EXPECT_THROW(epsilon_of(1, 1), Error);
  EXPECT_THROW(epsilon_of(-1, 0.1), Error);
  EXPECT_THROW(sd_for(-1, 0.1), Error);
  EXPECT_THROW(success_bound(1.1, 1), Error);
}

/// `runs` releases of one record by noise of this size, continuous or on a grid as `noise(grid=)` draws it.
std::vector<double> releases(double record, double sd, double grid, std::size_t runs, const random::Rng& rng) {
  std::vector<double> out(runs, record);
  if (grid == 0) {
    random::add_noise(random::Law::gaussian, rng, 0, 0, sd, out);
    return out;
  }
  random::fill_discrete_gaussian(rng, 0, 0, square(sd / grid), out);
  for (double& each : out) each = grid * (std::nearbyint(record / grid) + each);
  return out;
}

class SelfAudit : public ::testing::TestWithParam<double> {};

// Two tables of one record each, at the two ends of what clipping allows, told apart by the best test there is: the likelihood
// ratio grows with the released number. What that proves never exceeds what was certified, and with half the noise it does.
TEST_P(SelfAudit, NeverProvesMoreThanIsCertified) {
  constexpr std::int64_t runs = 2000;
  constexpr double epsilon = 1, delta = 1e-5, clip = 2;
  const double grid = GetParam(), sensitivity = clip + grid, sd = sd_for(epsilon, delta, sensitivity), mu = sensitivity / sd;
  const double certified = grid == 0 ? epsilon : concentrated_epsilon(square(mu) / 2, delta).epsilon;
  const random::Rng rng = random::Rng::from_seed(11);
  const auto measured = [&](double noise, double threshold) {
    const auto count = [&](double record, const char* purpose) {
      std::int64_t hits = 0;
      for (const double y : releases(record, noise, grid, runs, rng.fork(purpose))) hits += y > threshold;
      return Count{.hits = hits, .tries = runs};
    };
    return empirical_privacy(count(clip / 2, "with"), count(-clip / 2, "without"), delta, 0.001);
  };
  for (const double threshold : {0.0, sd, 2 * sd}) {
    const EmpiricalPrivacy found = measured(sd, threshold);
    EXPECT_LE(found.epsilon, certified) << threshold;
    EXPECT_LE(found.mu, mu) << threshold;
  }
  EXPECT_GT(measured(sd / 2, 0).mu, mu) << "half the noise that is needed is found out";
  EXPECT_GT(measured(sd / 8, sd / 4).epsilon, certified) << "and so is an eighth of it, by epsilon";
}

INSTANTIATE_TEST_SUITE_P(ContinuousAndOnAGrid, SelfAudit, ::testing::Values(0.0, 0.0625));

}  // namespace gaussian_privacy_test
}  // namespace guise::theory
