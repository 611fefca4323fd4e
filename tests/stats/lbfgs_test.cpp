// SPDX-License-Identifier: Apache-2.0
#include "stats/lbfgs.h"

#include <gtest/gtest.h>

namespace guise::stats {
namespace lbfgs_test {

// Rosenbrock (1960): a bent valley with its bottom at (1, 1).
TEST(Minimize, FindsTheBottomOfABentValley) {
  const auto valley = [](const Vector& at, Vector& gradient) {
    const double bend = at(1) - square(at(0));
    gradient = Eigen::Vector2d(-400 * at(0) * bend - 2 * (1 - at(0)), 200 * bend);
    return 100 * square(bend) + square(1 - at(0));
  };
  const Vector found = minimize(valley, Eigen::Vector2d(-1.2, 1), 200, [](int, const Vector&) { return true; });
  EXPECT_LT((found - Eigen::Vector2d(1, 1)).norm(), 1e-6);
}

TEST(Minimize, EndsWhenToldTo) {
  const auto bowl = [](const Vector& at, Vector& gradient) {
    gradient = Eigen::Vector2d(2 * at(0), 200 * at(1));
    return square(at(0)) + 100 * square(at(1));
  };
  int seen = 0;
  minimize(bowl, Eigen::Vector2d(3, 2), 100, [&](int step, const Vector&) {
    seen = step;
    return step < 3;
  });
  EXPECT_EQ(seen, 3);
}

}  // namespace lbfgs_test
}  // namespace guise::stats
