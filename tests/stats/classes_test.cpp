// SPDX-License-Identifier: Apache-2.0
#include "stats/classes.h"

#include <gtest/gtest.h>

#include <limits>

#include "random/matrices.h"

namespace guise::stats {
namespace classes_test {

TEST(Classes, AreCountedInTheOrderOfTheFile) {
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  Vector column(6);
  column << 5, nothing, 5, -1, nothing, 5;
  const Classes classes(column);
  EXPECT_EQ(classes.sizes(), Vector(Eigen::Vector3d(3, 2, 1)));
  EXPECT_EQ(classes.of(nothing), 1);
  EXPECT_EQ(classes.of(7), -1);
  Vector target(6);
  target << 1, 10, 2, 7, 20, 6;
  EXPECT_EQ(classes.means(target), Vector(Eigen::Vector3d(3, 15, 7)));
}

/// Where classes do not differ the statistic is nearly a standard normal one, whatever the number of classes.
TEST(Classes, ApartByChanceIsAStandardNormal) {
  for (const Index count : {2, 7, 40}) {
    double sum = 0, squares = 0;
    constexpr int kDraws = 400;
    for (int draw = 0; draw < kDraws; ++draw) {
      Matrix target = random::gaussian_matrix(300, 1, random::Rng::from_seed(static_cast<std::uint64_t>(draw)));
      target.array() -= target.mean();
      Vector column(300);
      for (Index i = 0; i < 300; ++i) column[i] = static_cast<double>(i % count);
      const Classes classes(column);
      const double found = apart(classes, classes.means(target), target);
      sum += std::max(found, 0.0);
      squares += found > 2;
    }
    EXPECT_NEAR(sum / kDraws, 0.4, 0.15) << count << ": the mean of the positive part is 0.4";
    EXPECT_LT(squares / kDraws, 0.06) << count;
  }
}

}  // namespace classes_test
}  // namespace guise::stats
