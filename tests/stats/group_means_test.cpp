// SPDX-License-Identifier: Apache-2.0
#include "stats/group_means.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace guise::stats {
namespace group_means_test {

/// By hand: two groups of three, means 1 and 5 about 3. Within: 2 + 2 over 4 = 1. Between: 3 * 4 + 3 * 4 = 24; the effect is
/// (24 - 1) / (6 - 18 / 6) = 23/3, so that a group's mean counts 3 / (3 + 3/23) = 23/24.
TEST(GroupMeans, AreDrawnToTheMeanOfAllByWhatIsChance) {
  const Vector target{{0, 1, 2, 4, 5, 6}};
  const GroupMeans means(Groups{{0, 0, 0, 1, 1, 1}}, 2, target);
  EXPECT_NEAR(means.of(0), 3 - 2 * 23 / 24.0, 1e-12);
  EXPECT_NEAR(means.of(1), 3 + 2 * 23 / 24.0, 1e-12);
  EXPECT_EQ(means.of(-1), 3) << "never seen";
}

/// Groups that differ no more than chance are all the mean.
TEST(GroupMeans, AreTheMeanWhereGroupsDoNotDiffer) {
  const GroupMeans means(Groups{{0, 0, 1, 1}}, 2, Vector{{0, 4, 1, 3}});
  EXPECT_EQ(means.of(0), 2);
  EXPECT_EQ(means.of(1), 2);
}

TEST(GroupCodes, TakeAGapForACategory) {
  const double gap = std::numeric_limits<double>::quiet_NaN();
  const GroupCodes codes(Matrix{{7}, {gap}, {9}, {gap}, {7}});
  EXPECT_EQ(codes.groups(0), 3);
  EXPECT_EQ(codes.of(Matrix{{gap}, {9}, {7}, {8}}), (Eigen::MatrixXi{{1}, {2}, {0}, {-1}})) << "8 was never seen";
}

/// By hand: two groups of three with numbers -1, 0, 1 about their mean; the targets of one rise by 2, of the other fall by 2.
/// rest = 16/6 is the variance of the targets; (4^2 / 2 - 8/3) * 2 / 4 = 8/3 that of the slopes, so that a slope counts
/// 2 / (2 + 1) = 2/3 of what it is by itself.
TEST(GroupSlopes, AreDrawnToNoneByWhatIsChance) {
  const GroupSlopes slopes(Groups{{0, 0, 0, 1, 1, 1}}, 2, Vector{{4, 5, 6, -1, 0, 1}}, Vector{{-2, 0, 2, 2, 0, -2}});
  const Vector found = slopes.of(Groups{{0, 0, 1, -1}}, Vector{{6, 5, 1, 3}});
  EXPECT_LT((found - Vector{{4 / 3.0, 0, -4 / 3.0, 0}}).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_FALSE(GroupSlopes(Groups{{0, 0, 1, 1}}, 2, Vector{{0, 1, 0, 1}}, Vector{{1, 1, -1, -1}}).any()) << "no slope";
}

}  // namespace group_means_test
}  // namespace guise::stats
