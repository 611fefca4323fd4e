// SPDX-License-Identifier: Apache-2.0
// What is typical of the keys, whatever law a figure has over them.
#include <gtest/gtest.h>

#include <cmath>

#include "audit/given.h"
#include "audit/score.h"

namespace guise::audit {
namespace over_keys_test {

std::vector<measures::Value> values_of(const Vector& figures) {
  std::vector<measures::Value> out;
  for (const double each : figures) out.push_back(measures::Value{.value = each});
  return out;
}

TEST(Typical, OfFiveIsTheMedianBetweenLeastAndLargest) {
  const Spread found = typical(values_of(Vector{{0.9, 0.8, -7.0, 0.95, 0.85}}));
  EXPECT_EQ(found.value, 0.85);
  EXPECT_EQ(found.low, -7.0);
  EXPECT_EQ(found.high, 0.95);
}

TEST(Typical, OfTwentyLeavesOutFiveAtEitherEnd) {
  Vector figures(20);
  for (Index i = 0; i < 20; ++i) figures[i] = static_cast<double>((7 * i) % 20);  // 0 … 19 in another order
  const Spread found = typical(values_of(figures));
  EXPECT_EQ(found.value, 9.5);
  EXPECT_EQ(found.low, 5.0);  // scipy.stats.binom.cdf(5, 20, .5) = .0207, of six .0577
  EXPECT_EQ(found.high, 14.0);
}

// A figure that is near 1 mostly and far below at times, as a regression learnt from little noise is: a t-interval of five
// holds its mean in 7 of 10 audits.
TEST(Typical, HoldsTheMedianOfASkewedFigure) {
  constexpr int kTimes = 4000;
  for (const Index keys : {5, 7, 12, 20}) {
    const Matrix z = testing::normals(kTimes, keys, 11);
    int held = 0;
    for (Index i = 0; i < kTimes; ++i) {
      const Spread found = typical(values_of((1 - (2 * z.row(i).array()).exp()).matrix()));
      held += found.low <= 0 && 0 <= found.high;  // 1 - exp(0)
    }
    EXPECT_GE(held / double{kTimes}, 0.9375 - 3 * std::sqrt(0.9375 * 0.0625 / kTimes)) << keys;
  }
}

}  // namespace over_keys_test
}  // namespace guise::audit
