// SPDX-License-Identifier: Apache-2.0
#include "stats/block_sums.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

namespace guise::stats {
namespace block_sums_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<double> numbers(std::size_t count) {
  std::mt19937_64 engine(count);
  std::normal_distribution<double> law(3, 2);
  std::vector<double> out(count);
  for (double& value : out) value = law(engine);
  return out;
}

TEST(RangeOf, IsThatOfTheNumbersWhateverTheirCount) {
  for (const std::size_t count : {1, 2, 15, 16, 17, 31, 33, 1000}) {
    const auto values = numbers(count);
    const Range range = range_of(values.data(), static_cast<Index>(count));
    EXPECT_EQ(range.least, *std::min_element(values.begin(), values.end()));
    EXPECT_EQ(range.most, *std::max_element(values.begin(), values.end()));
    EXPECT_TRUE(range.finite);
  }
}

TEST(RangeOf, SeesOneNumberThatIsNotFiniteWhereverItIs) {
  for (const double odd : {kInfinity, -kInfinity, kNaN})
    for (std::size_t at = 0; at < 37; ++at) {
      auto values = numbers(37);
      values[at] = odd;
      EXPECT_FALSE(range_of(values.data(), 37).finite) << odd << " at " << at;
    }
}

TEST(RangeOf, LargeNumbersAreFinite) {
  const std::vector<double> values(40, std::numeric_limits<double>::max());
  EXPECT_TRUE(range_of(values.data(), 40).finite);
}

TEST(ShiftColumn, ShiftsAndSums) {
  for (const std::size_t count : {1, 16, 37, 1024}) {
    const auto values = numbers(count);
    std::vector<double> shifted(count);
    const ColumnSummary found = shift_column(values.data(), static_cast<Index>(count), 2.5, shifted.data());
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(shifted[i], values[i] - 2.5);
      sum += values[i] - 2.5;
    }
    EXPECT_NEAR(found.sum, sum, 1e-11);
    EXPECT_EQ(found.least, *std::min_element(values.begin(), values.end()));
    EXPECT_EQ(found.most, *std::max_element(values.begin(), values.end()));
  }
}

}  // namespace block_sums_test
}  // namespace guise::stats
