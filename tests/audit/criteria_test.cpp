// SPDX-License-Identifier: Apache-2.0
#include "audit/criteria.h"

#include <gtest/gtest.h>

#include "audit/usual_values.h"
#include "measures/figure.h"

namespace guise::audit {
namespace criteria_test {

using Decision = Criterion::Decision;

TEST(Criteria, AreDecidedByTheEndsOfTheInterval) {
  const Thresholds thresholds;
  EXPECT_EQ(decide(Risk::recovered, {0.3, 0.2, 0.4}, thresholds), Decision::passes);
  EXPECT_EQ(decide(Risk::recovered, {0.3, 0.1, 0.5}, thresholds), Decision::undecided);
  EXPECT_EQ(decide(Risk::recovered, {0.05, 0, 0.1}, thresholds), Decision::fails);
  EXPECT_EQ(decide(Risk::recovered, {0.06, -1, 1}, thresholds), Decision::undecided) << "too few keys are no reassurance";
  EXPECT_EQ(decide(Risk::recovered, {-0.01, -1, 1}, thresholds), Decision::fails) << "nothing shows";
}

/// Of 0 of 25 the exact upper end is 1 - 0.025^(1/25) = 0.137; of 0 of 40 it is 0.088.
TEST(Criteria, ManyPeopleMustBeLookedForBeforeNobodyIsFound) {
  const auto links = [](double found, double people) {
    const measures::Value share = measures::exact_share(found, people);
    return decide(Risk::linked, {share.value, share.low, share.high}, {});
  };
  EXPECT_NEAR(measures::exact_share(0, 25).high, 0.1372, 1e-4);
  EXPECT_EQ(links(0, 40), Decision::fails);
  EXPECT_EQ(links(0, 25), Decision::undecided);
  EXPECT_EQ(links(12, 12), Decision::passes);
}

/// Clopper and Pearson, from R's binom.test(7, 50): 0.0581917, 0.2673960.
TEST(Criteria, ExactIntervalsAreThoseOfClopperAndPearson) {
  EXPECT_NEAR(measures::exact_share(7, 50).low, 0.0581917, 1e-6);
  EXPECT_NEAR(measures::exact_share(7, 50).high, 0.2673960, 1e-6);
  EXPECT_EQ(measures::exact_share(50, 50).high, 1);
  EXPECT_LT(measures::exact_share(7, 50, 20).low, measures::exact_share(7, 50).low) << "twenty of them together";
}

TEST(Criteria, TheExcessIsTheShareOfWhatTheBaselineLeaves) {
  const Spread some = excess(Risk::recovered, {0.8, 0.7, 0.9}, 0.6);
  EXPECT_NEAR(some.value, 0.5, 1e-12);
  EXPECT_NEAR(some.low, 0.25, 1e-12);
  EXPECT_NEAR(some.high, 0.75, 1e-12);
}

TEST(Criteria, CopiesAreToldFromLuck) {
  EXPECT_TRUE(more_than_luck(105, 0, 4000));
  EXPECT_TRUE(more_than_luck(10, 0, 4000));
  EXPECT_FALSE(more_than_luck(2, 0, 1000));
  EXPECT_FALSE(more_than_luck(100, 0, 1'000'000)) << "noise on whole numbers leaves a few as they were";
  EXPECT_FALSE(more_than_luck(300, 290, 4000)) << "a constant is exact as often";
}

TEST(CrowdedValue, IsWhereMostPeopleAre) {
  Vector zeros(9);
  zeros << 0, 0, 0, 0, 5, 6, 7, 8, 9;
  EXPECT_EQ(crowded_value(zeros, 0.5), 0);
  Vector spread_out(6);
  spread_out << 0, 10, 10.4, 10.8, 20, 30;
  EXPECT_NEAR(crowded_value(spread_out, 0.5), 10.4, 1e-12);
}

}  // namespace criteria_test
}  // namespace guise::audit
