// SPDX-License-Identifier: Apache-2.0
#include "stats/group_means.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace guise::stats {
namespace {

/// By hand: two groups of three, means 1 and 5 about 3. Within: 2 + 2 over 4 = 1. Between: 3 * 4 + 3 * 4 = 24; the effect is
/// (24 - 1) / (6 - 18 / 6) = 23/3, so that a group's mean counts 3 / (3 + 3/23) = 23/24.
TEST(GroupMeans, AreDrawnToTheMeanOfAllByWhatIsChance) {
  const Vector group{{7, 7, 7, 9, 9, 9}}, target{{0, 1, 2, 4, 5, 6}};
  const GroupMeans means(group, target);
  EXPECT_NEAR(means.of(7.0), 3 - 2 * 23 / 24.0, 1e-12);
  EXPECT_NEAR(means.of(9.0), 3 + 2 * 23 / 24.0, 1e-12);
  EXPECT_EQ(means.of(8.0), 3) << "never seen";
}

/// Groups that differ no more than chance are all the mean.
TEST(GroupMeans, AreTheMeanWhereGroupsDoNotDiffer) {
  const Vector group{{1, 1, 2, 2}}, target{{0, 4, 1, 3}};
  const GroupMeans means(group, target);
  EXPECT_EQ(means.of(1.0), 2);
  EXPECT_EQ(means.of(2.0), 2);
}

TEST(GroupMeans, TakeAGapForACategory) {
  const double gap = std::numeric_limits<double>::quiet_NaN();
  const Vector group{{gap, gap, gap, 1, 1, 1}}, target{{9, 10, 11, 0, 1, 2}};
  EXPECT_GT(GroupMeans(group, target).of(gap), 9);
}

}  // namespace
}  // namespace guise::stats
