// SPDX-License-Identifier: Apache-2.0
#include "theory/empirical_privacy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace guise::theory {
namespace empirical_privacy_test {

TEST(EmpiricalPrivacy, IsWhatTheCountsProve) {
  const EmpiricalPrivacy weak = empirical_privacy({40, 500}, {10, 500}, 1e-6);
  EXPECT_NEAR(weak.right, 0.0577661, 5e-8);
  EXPECT_NEAR(weak.wrong, 0.0364724, 5e-8);
  EXPECT_NEAR(weak.epsilon, 0.459829, 5e-7);
  EXPECT_NEAR(weak.mu, 0.219370, 5e-7);
  // This one would pass a certificate of epsilon = 3 and fail the mu = 0.65 it came from.
  const EmpiricalPrivacy strong = empirical_privacy({120, 500}, {10, 500}, 1e-6);
  EXPECT_NEAR(strong.epsilon, 1.717613, 5e-7);
  EXPECT_NEAR(strong.mu, 0.962918, 5e-7);
}

TEST(EmpiricalPrivacy, ProvesNothingFromAnAttackThatIsWrongAsOften) {
  for (const Count right : {Count{0, 500}, Count{10, 500}, Count{250, 500}}) {
    const EmpiricalPrivacy found = empirical_privacy(right, {250, 500}, 1e-6);
    EXPECT_EQ(found.epsilon, 0);
    EXPECT_EQ(found.mu, 0);
  }
  EXPECT_EQ(empirical_privacy({500, 500}, {500, 500}, 0).epsilon, 0);
}

// The bounds by their definition: the share at which so many hits or more (or fewer) have probability 2.5 %.
TEST(ClopperPearson, BoundsAreWhereTheCountBecomesUnlikely) {
  const auto at_least = [](std::int64_t hits, std::int64_t tries, double p) {
    double sum = 0;
    for (std::int64_t k = hits; k <= tries; ++k)
      sum += std::exp(std::lgamma(tries + 1.0) - std::lgamma(k + 1.0) - std::lgamma(double(tries - k) + 1) +
                      double(k) * std::log(p) + double(tries - k) * std::log1p(-p));
    return sum;
  };
  EXPECT_NEAR(at_least(7, 40, share_at_least({7, 40}, 0.025)), 0.025, 1e-12);
  EXPECT_NEAR(at_least(8, 40, share_at_most({7, 40}, 0.025)), 0.975, 1e-12);
  EXPECT_EQ(share_at_least({0, 500}, 0.025), 0);
  EXPECT_EQ(share_at_most({500, 500}, 0.025), 1);
  EXPECT_NEAR(share_at_most({0, 500}, 0.05), 0.005974, 5e-7);  // one-sided, 1 - 0.05^(1/500)
}

TEST(EmpiricalPrivacy, RefusesCountsThatCannotBe) {
  EXPECT_THROW(empirical_privacy({5, 4}, {1, 4}, 0), Error);
  EXPECT_THROW(empirical_privacy({0, 0}, {1, 4}, 0), Error);
  EXPECT_THROW(share_at_least({1, 4}, 0), Error);
}

}  // namespace empirical_privacy_test
}  // namespace guise::theory
