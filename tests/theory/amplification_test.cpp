// SPDX-License-Identifier: Apache-2.0
#include "theory/amplification.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace guise::theory {
namespace amplification_test {

TEST(AmplificationLimit, HasTheValuesOfTheClosedForm) {
  // beyond.md 3.5: 5 % -> 50 % allows gamma < 19, epsilon < 2.944439.
  EXPECT_NEAR(amplification_limit(0.05, 0.5), 19, 1e-12);
  EXPECT_NEAR(std::log(amplification_limit(0.05, 0.5)), 2.944439, 5e-7);
}

TEST(AmplificationLimit, IsReachedByRandomizedResponse) {
  // One bit told rightly with probability g / (1 + g): gamma = g exactly, and the posterior of a bit of probability `prior`
  // after "yes" is prior g / (prior g + 1 - prior), by Bayes.
  const double prior = 0.02, posterior = 0.7, g = amplification_limit(prior, posterior);
  EXPECT_NEAR(prior * g / (prior * g + 1 - prior), posterior, 1e-14);
}

TEST(AmplificationLimit, RefusesWhatIsNoBreach) {
  for (const auto& [prior, posterior] : {std::pair(0.5, 0.05), std::pair(0.0, 0.5), std::pair(0.1, 1.0), std::pair(0.1, 0.1)})
    EXPECT_THROW(amplification_limit(prior, posterior), Error);
}

}  // namespace amplification_test
}  // namespace guise::theory
