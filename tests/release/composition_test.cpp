// SPDX-License-Identifier: Apache-2.0
#include "release/composition.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "theory/gaussian_privacy.h"

namespace guise::release {
namespace composition_test {

constexpr const char* kReplaced = "one record, replaced by any other";

Certificate gaussian(double mu) {
  return {.kind = Guarantee::gaussian, .unit = kReplaced, .mu = mu, .extra_delta = 1e-16};
}
Certificate on_grid(double mu) {
  return {.kind = Guarantee::grid, .unit = kReplaced, .mu = mu};
}
Certificate laplace(double epsilon) {
  return {.kind = Guarantee::laplace, .unit = kReplaced, .epsilon = epsilon, .extra_delta = 1e-16};
}
Certificate sums() {
  return {.kind = Guarantee::sketch,
          .unit = "one record, added or removed",
          .sketch = theory::Sketch{.leverage = 0.05, .rows = 50}};
}

Composition of(const std::vector<Certificate>& certificates) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < certificates.size(); ++i) names.push_back("r" + std::to_string(i + 1));
  return compose(certificates, names);
}

TEST(Composition, OfGaussianReleasesIsTheRootOfTheSumOfSquares) {
  const Composition together = of({gaussian(0.3), gaussian(0.4), gaussian(1.2)});
  EXPECT_NEAR(together.mu, 1.3, 1e-12);
  EXPECT_FALSE(together.grid);
  EXPECT_EQ(together.extra_delta, 3e-16);
  EXPECT_NEAR(*certified_epsilon(together, 1e-6), theory::epsilon_of(1.3, 1e-6), 1e-8);
  EXPECT_EQ(describe(of({gaussian(1)})), "mu = 1, epsilon = 4.887 at delta = 1e-06");
}

// zCDP: rho = 0.18 + 0.32 = 0.5, whose epsilon at delta = 1e-5 is 4.728387 (Canonne, Kamath and Steinke, Proposition 12).
TEST(Composition, WithNoiseOnAGridAddsRho) {
  const Composition together = of({gaussian(0.6), on_grid(0.8)});
  EXPECT_TRUE(together.grid);
  EXPECT_NEAR(*certified_epsilon(together, 1e-5), 4.728387, 1e-6);
}

TEST(Composition, OfLaplaceReleasesAddsEpsilonOnTopOfTheRest) {
  EXPECT_NEAR(*certified_epsilon(of({laplace(0.5), laplace(0.25)}), 1e-6), 0.75, 1e-12);
  EXPECT_EQ(describe(of({laplace(0.5), laplace(0.25)})), "epsilon = 0.75");
  const Composition mixed = of({laplace(0.5), gaussian(0.6), laplace(0.25), gaussian(0.8)});
  EXPECT_NEAR(*certified_epsilon(mixed, 1e-5), 0.75 + 4.377178, 1e-5);  // epsilon of mu = 1 at 1e-5: 4.37717809568
  EXPECT_EQ(describe(mixed), "epsilon = 5.637 at delta = 1e-06") << "no mu where some of it has none";
}

TEST(Composition, WithAReleaseWithoutGuaranteeHasNone) {
  const Composition together = of({gaussian(0.1), no_guarantee("no noise"), laplace(1)});
  EXPECT_FALSE(together.holds());
  EXPECT_EQ(describe(together), "no formal guarantee, since r2 has none");
  EXPECT_FALSE(certified_epsilon(together, 1e-6));
}

TEST(Composition, OfSecretSumsStandsAlone) {
  EXPECT_NEAR(*certified_epsilon(of({sums()}), 1e-6), theory::sketch_epsilon(*sums().sketch, 1e-6), 1e-9);
  EXPECT_FALSE(of({sums(), sums()}).holds());
  EXPECT_FALSE(of({gaussian(0.1), sums()}).holds());
}

TEST(Composition, HasNoEpsilonBelowWhatRoundingCosts) {
  EXPECT_FALSE(certified_epsilon(of({gaussian(1), laplace(1)}), 1e-16));
  EXPECT_TRUE(certified_epsilon(of({on_grid(1)}), 1e-16));
}

TEST(Budget, IsExceededByMoreThanItAndByWhatCannotBeCompared) {
  const Budget mu = parse_budget("mu=1"), epsilon = parse_budget("epsilon=3");
  EXPECT_FALSE(exceeds(of({gaussian(0.5), gaussian(0.5), gaussian(0.5), gaussian(0.5)}), mu)) << "rounding is no matter";
  EXPECT_TRUE(exceeds(of({gaussian(0.8), on_grid(0.6001)}), mu));
  EXPECT_TRUE(exceeds(of({laplace(0.01)}), mu)) << "has no mu";
  EXPECT_TRUE(exceeds(of({sums()}), mu));
  EXPECT_FALSE(exceeds(of({laplace(1), laplace(2)}), epsilon));
  EXPECT_TRUE(exceeds(of({laplace(1), laplace(2.001)}), epsilon));
  // sd 1.54386141778 at sensitivity 1 is enough for epsilon = 3 at delta = 1e-6.
  EXPECT_FALSE(exceeds(of({gaussian(1 / 1.5439)}), epsilon));
  EXPECT_TRUE(exceeds(of({gaussian(1 / 1.5438)}), epsilon));
  EXPECT_TRUE(exceeds(of({no_guarantee("no noise")}), epsilon));
  EXPECT_TRUE(exceeds(of({no_guarantee("no noise")}), mu));
}

TEST(Budget, IsRefusedWhereItSaysNothing) {
  for (const char* text : {"", "mu", "mu=", "mu=0", "mu=-1", "mu=1x", "rho=1", "epsilon=inf", "epsilon=nan", "=1"})
    EXPECT_THROW(parse_budget(text), Error) << text;
  EXPECT_EQ(parse_budget("epsilon=3").text(), "epsilon = 3 at delta = 1e-06");
}

}  // namespace composition_test
}  // namespace guise::release
