// SPDX-License-Identifier: Apache-2.0
#include "audit/frontier.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "random/laws.h"

namespace guise::audit {
namespace frontier_test {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Points on a coarse grid, so that there are equal ones and ties in one axis.
std::vector<Tradeoff> random_points(std::uint64_t seed, std::size_t count) {
  std::vector<std::uint64_t> words(2 * count);
  random::Rng::from_seed(seed).words(0, 0, words);
  std::vector<Tradeoff> points;
  for (std::size_t i = 0; i < count; ++i)
    points.push_back({static_cast<double>(words[2 * i] % 12), static_cast<double>(words[2 * i + 1] % 12)});
  return points;
}

/// By the definition: no other point is at most as bad in both and less bad in one.
TEST(Frontier, FrontIsWhatNothingDominates) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const auto points = random_points(seed, 20);
    const auto on = front(points);
    for (std::size_t i = 0; i < points.size(); ++i) {
      bool beaten = false;
      for (const Tradeoff& other : points)
        beaten = beaten || (other.risk < points[i].risk && other.loss <= points[i].loss) ||
                 (other.risk <= points[i].risk && other.loss < points[i].loss);
      EXPECT_EQ(on[i], !beaten) << seed << " " << i;
    }
  }
}

TEST(Frontier, TheChoiceQualifiesAndNothingThatDoesLosesLess) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const auto points = random_points(seed, 15);
    std::vector<bool> qualifies;
    for (const Tradeoff& point : points) qualifies.push_back(point.risk <= 3);
    const auto choice = least_loss(points, qualifies);
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!qualifies[i]) continue;
      ASSERT_TRUE(choice);
      EXPECT_LE(points[*choice].loss, points[i].loss);
      EXPECT_TRUE(points[*choice].loss < points[i].loss || points[*choice].risk <= points[i].risk);
    }
    EXPECT_TRUE(!choice || qualifies[*choice]);
  }
}

TEST(Frontier, NothingQualifiesThenTheLeastRiskIsNearest) {
  const std::vector<Tradeoff> points{{4, 0}, {2, 0.9}, {2, 0.5}, {kNaN, 0}, {0, kNaN}};
  EXPECT_FALSE(least_loss(points, {false, false, false, false, false}));
  EXPECT_EQ(least_risk(points), 2u);
  EXPECT_FALSE(least_risk({{kNaN, kNaN}}));
}

/// The corner of (0, 1), (0.1, 0.2), (1, 0) is its knee; on a line there is none, and the middle is taken.
TEST(Frontier, KneeIsTheCorner) {
  EXPECT_EQ(knee({{0, 1}, {0.1, 0.2}, {1, 0}, {0.5, 0.9}}), 1u);
  EXPECT_EQ(knee({{0, 1}, {0.3, 0.6}, {0.5, 0.1}, {1, 0}}), 2u) << "0.4 below the chord, the other one 0.1";
  EXPECT_EQ(knee({{0, 100}, {10, 20}, {100, 0}}), 1u) << "whatever the units";
  EXPECT_EQ(knee({{0, 1}, {0.5, 0.5}, {1, 0}}), 1u);
  EXPECT_EQ(knee({{0.4, 0.4}}), 0u);
  EXPECT_EQ(knee({{0.4, 0.4}, {0.4, 0.4}}), 0u) << "no length to scale by";
  EXPECT_FALSE(knee({}));
}

TEST(Frontier, LuckDoesNotDominate) {
  const Tradeoff better{0.4, 0.4, 0.03, 0.03}, worse{0.5, 0.5, 0.03, 0.03};  // 0.1 against 1.645 x 0.0424 = 0.0698
  EXPECT_TRUE(surely_dominates(better, worse));
  EXPECT_FALSE(surely_dominates(worse, better));
  EXPECT_FALSE(surely_dominates({0.45, 0.4, 0.03, 0.03}, worse)) << "0.05 in the risk";
}

}  // namespace frontier_test
}  // namespace guise::audit
