// SPDX-License-Identifier: Apache-2.0
#include "audit/averaged.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "audit/shuffled.h"

namespace guise::audit {
namespace averaged_test {

using testing::originals;
using testing::restored;
using testing::shuffled;

/// Means of groups of k: each time the record farthest from the mean of those left with its k - 1 nearest (the first half of
/// MDAV); the group of each record into `group`.
Matrix averaged(const Matrix& x, std::size_t k, std::vector<Index>* group = nullptr) {
  const Vector sd = ((x.rowwise() - x.colwise().mean()).array().square().colwise().mean()).sqrt().matrix().transpose();
  const Matrix z = x * sd.cwiseInverse().asDiagonal();
  std::vector<Index> left(static_cast<std::size_t>(x.rows()));
  for (std::size_t i = 0; i < left.size(); ++i) left[i] = static_cast<Index>(i);
  Matrix y = x;
  Index number = 0;
  if (group) group->assign(left.size(), 0);
  const auto nearest_last = [&](const Eigen::RowVectorXd& to) {
    std::sort(left.begin(), left.end(),
              [&](Index a, Index b) { return (z.row(a) - to).squaredNorm() > (z.row(b) - to).squaredNorm(); });
  };
  while (!left.empty()) {
    nearest_last(z(left, Eigen::all).colwise().mean());
    nearest_last(Eigen::RowVectorXd(z.row(left.front())));
    const std::size_t size = left.size() < 2 * k ? left.size() : k;
    const std::vector<Index> members(left.end() - static_cast<std::ptrdiff_t>(size), left.end());
    const Eigen::RowVectorXd mean = x(members, Eigen::all).colwise().mean();
    for (const Index member : members) {
      y.row(member) = mean;
      if (group) (*group)[static_cast<std::size_t>(member)] = number;
    }
    ++number;
    left.resize(left.size() - size);
  }
  return y;
}

/// Share of the rows that were given to a member of their group.
double in_group(const Restored& found, const Matrix& x, const Matrix& y) {
  Index right = 0;
  for (Index i = 0; i < found.both.rows(); ++i)
    for (Index j = 0; j < x.rows(); ++j)
      if (found.both.row(i).head(x.cols()) == x.row(j) && found.both.row(i).tail(x.cols()) == y.row(j)) {
        ++right;
        break;
      }
  return static_cast<double>(right) / static_cast<double>(found.both.rows());
}

TEST(AveragedRows, AreGivenToTheMembersOfTheirGroups) {
  for (const std::size_t k : {std::size_t{3}, std::size_t{5}}) {
    const Matrix x = originals(450, 1), y = averaged(x, k);
    const Restored found = restored(x, y(shuffled(450, 2), Eigen::all));
    EXPECT_EQ(found.how.method, "groups");
    EXPECT_GT(found.how.told, 0.8) << k;
    // A person is one of k: the certainty is that of the groups over k, and every row is somebody's.
    EXPECT_NEAR(found.how.certainty, found.how.told / static_cast<double>(k), 0.02);
    EXPECT_GE(in_group(found, x, y), found.how.told - 0.02);
  }
}

TEST(AveragedRows, ARoundedMeanWillDo) {
  const Matrix x = originals(450, 3), y = (averaged(x, 3) * 1000).array().round() / 1000;
  EXPECT_GT(restored(x, y(shuffled(450, 4), Eigen::all)).how.told, 0.7);
}

TEST(AveragedRows, OfOtherPeopleAreNobodys) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const Matrix x = originals(300, 10 + seed), other = averaged(originals(300, 20 + seed), 3);
    EXPECT_EQ(restored(x, other).how.placed, 0) << seed;
    const Matrix whole = x.array().round(), others = averaged(originals(300, 40 + seed).array().round(), 3);
    EXPECT_NE(restored(whole, others).how.method, "groups") << seed;
  }
}

}  // namespace averaged_test
}  // namespace guise::audit
