// SPDX-License-Identifier: Apache-2.0
#include "papers/axis.h"

#include <gtest/gtest.h>

#include <cmath>

namespace guise::papers {
namespace axis_test {

std::vector<std::string> labels(const Axis& axis) {
  std::vector<std::string> out;
  for (const Axis::Tick& tick : axis.ticks) out.push_back(tick.label);
  return out;
}

TEST(Axis, HasTicksAtRoundNumbers) {
  EXPECT_EQ(labels(make_axis(0, 100, false)), (std::vector<std::string>{"0", "20", "40", "60", "80", "100"}));
  EXPECT_EQ(labels(make_axis(-0.25, 0.71, false)), (std::vector<std::string>{"-0.2", "0", "0.2", "0.4", "0.6", "0.8"}));
  EXPECT_EQ(labels(make_axis(0.25, 8, true)), (std::vector<std::string>{"0.5", "1", "2", "5"}));
}

TEST(Axis, CoversTheRangeAndHasFourToNineTicks) {
  for (const double low : {-1234.5, -1.0, 0.0, 0.013, 57.0}) {
    for (const double length : {1e-3, 0.07, 1.0, 3.3, 499.0, 1e7}) {
      const Axis axis = make_axis(low, low + length, false);
      EXPECT_LE(axis.low, low);
      EXPECT_GE(axis.high, low + length);
      EXPECT_LT(axis.high - axis.low, 1.5 * length) << low << " " << length;
      EXPECT_GE(axis.ticks.size(), 3u) << low << " " << length;
      EXPECT_LE(axis.ticks.size(), 9u) << low << " " << length;
    }
  }
}

TEST(Axis, LabelsAreDifferentAndReadBackAsTheirValue) {
  for (const double length : {1e-3, 0.07, 1.0, 3.3, 499.0, 1e7}) {
    const Axis axis = make_axis(0.013, 0.013 + length, false);
    for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
      EXPECT_NEAR(std::stod(axis.ticks[i].label), axis.ticks[i].value, 1e-6 * length);
      if (i == 0) continue;
      EXPECT_NE(axis.ticks[i].label, axis.ticks[i - 1].label);
    }
  }
}

TEST(Axis, OfOneValueStillHasALength) {
  for (const double value : {0.0, 5.0, -2.0}) {
    const Axis axis = make_axis(value, value, false);
    EXPECT_LT(axis.low, value);
    EXPECT_GT(axis.high, value);
  }
}

TEST(Axis, LogarithmicPositionsAreEvenPerDecade) {
  const Axis axis = make_axis(1, 1000, true);
  EXPECT_NEAR(axis.position(10) - axis.position(1), axis.position(1000) - axis.position(100), 1e-12);
  EXPECT_GE(axis.position(1), 0);
  EXPECT_LE(axis.position(1000), 1);
}

}  // namespace axis_test
}  // namespace guise::papers
