// SPDX-License-Identifier: Apache-2.0
// How many records people have, from the groups that are there.
#include "attacks/group_sizes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace guise::attacks::testing {
namespace group_sizes_test {

/// A geometric law has one ratio q of probabilities: a group of s weighs (s + 1) q, a new one (groups + 1) (1 - q).
TEST(GroupSizes, StartAsAGeometricLaw) {
  const GroupSizes law(3, 20);
  const double q = 2.0 / 3;
  for (Index size = 1; size < 20; ++size)
    EXPECT_NEAR(law.joining(size), std::log(static_cast<double>(size + 1) * q), 1e-6) << size;
  EXPECT_NEAR(law.founding(4), std::log(5 * (1 - q)), 1e-3);  // sizes above 20 are left out: 3 in 10,000
}

/// Where 100 people have four records each, sizes 3, 4 and 5 are as likely as 1 : 2 : 1, and one added person changes that by
/// a hundredth. A group of five takes hardly any more.
TEST(GroupSizes, FillGroupsUpToTheSizeThatPeopleHave) {
  const GroupSizes law(std::vector<Index>(100, 4), 400);
  EXPECT_NEAR(law.joining(3), std::log(4 * 2.0), 0.02);
  EXPECT_NEAR(law.joining(4), std::log(5 * 0.5), 0.02);
  EXPECT_LT(law.joining(5), std::log(0.1));
  EXPECT_LT(law.founding(100), std::log(1.0));
}

/// A third with eight records, the others with one: both sizes are likely, those between them are not.
TEST(GroupSizes, KeepTwoKindsOfPeopleApart) {
  std::vector<Index> sizes(60, 1);
  sizes.resize(90, 8);
  const GroupSizes law(sizes, 300);
  EXPECT_LT(law.joining(1), std::log(0.1));
  EXPECT_GT(law.joining(6), std::log(7.0));
  EXPECT_GT(law.founding(90), std::log(30.0));
}

TEST(GroupSizes, LeaveOutGroupsWithoutRecords) {
  const GroupSizes with({0, 2, 0, 3, 3}, 10), without({2, 3, 3}, 10);
  for (Index size = 1; size < 10; ++size) EXPECT_DOUBLE_EQ(with.joining(size), without.joining(size));
}

}  // namespace group_sizes_test
}  // namespace guise::attacks::testing
