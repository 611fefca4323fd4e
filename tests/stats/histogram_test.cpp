// SPDX-License-Identifier: Apache-2.0
#include "stats/histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace guise::stats {
namespace histogram_test {

using Numbers = std::vector<double>;

Histogram of(const Numbers& values) {
  Histogram out;
  out.add(values);
  return out;
}

void expect_same(const Histogram& a, const Histogram& b) {
  ASSERT_EQ(a.count(), b.count());
  ASSERT_EQ(a.width(), b.width());
  ASSERT_EQ(a.edge(0), b.edge(0));
  ASSERT_EQ(a.cells(), b.cells());
}

/// Every number counted in the cell whose edges enclose it.
void expect_right_cells(const Histogram& histogram, const Numbers& values) {
  std::vector<std::int64_t> expected(histogram.cells().size());
  for (const double value : values) {
    std::size_t cell = 0;
    while (cell + 1 < expected.size() && histogram.edge(cell + 1) <= value) ++cell;
    ASSERT_LE(histogram.edge(cell), value);
    ASSERT_LT(value, histogram.edge(cell + 1));
    ++expected[cell];
  }
  EXPECT_EQ(histogram.cells(), expected);
}

const std::vector<Numbers>& cases() {
  static const std::vector<Numbers> all = [] {
    std::mt19937_64 engine(1);
    std::normal_distribution<double> normal;
    Numbers bell, far, wild, integers;
    for (int i = 0; i < 500; ++i) {
      bell.push_back(normal(engine));
      far.push_back(1e9 + normal(engine));
      wild.push_back(std::ldexp(normal(engine), static_cast<int>(engine() % 2000) - 1000));
      integers.push_back(static_cast<double>(engine() % 20) - 7);
    }
    return std::vector<Numbers>{bell,
                                far,
                                wild,
                                integers,
                                Numbers(9, 0.1),
                                Numbers(3, 0.0),
                                {5},
                                {-0.0, 0.0},
                                {1e300, -1e300, 1e-300},
                                {5e-324, 1e-320, -5e-324, 0},
                                {-1e-320, 1e300, 2e300},
                                {1.7e308, -1.7e308}};
  }();
  return all;
}

TEST(Histogram, CountsEveryNumberInTheCellThatHoldsIt) {
  for (const Numbers& values : cases()) expect_right_cells(of(values), values);
}

TEST(Histogram, DependsOnlyOnTheNumbersHoweverTheyAreSplitOrderedAndMerged) {
  std::mt19937_64 engine(2);
  for (Numbers values : cases()) {
    const Histogram whole = of(values);
    for (int trial = 0; trial < 20; ++trial) {
      std::shuffle(values.begin(), values.end(), engine);
      std::vector<Histogram> parts(1 + engine() % 5);
      for (const double value : values) parts[engine() % parts.size()].add({&value, 1});
      Histogram merged;
      while (!parts.empty()) {
        const std::size_t next = engine() % parts.size();
        merged.merge(parts[next]);
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(next));
      }
      expect_same(merged, whole);
    }
  }
}

TEST(Histogram, UsesCellsAsFineAsTheRangeAllows) {
  for (const Numbers& values : cases()) {
    const Histogram histogram = of(values);
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    EXPECT_LE(histogram.cells().size(), static_cast<std::size_t>(Histogram::kMostCells));
    EXPECT_GT(histogram.cells().front(), 0);
    EXPECT_GT(histogram.cells().back(), 0);
    const double magnitude = std::max(std::abs(*low), std::abs(*high));
    const double half = histogram.width() / 2;  // one finer would break a rule
    if (half < magnitude * 0x1p-53 || half == 0) continue;
    EXPECT_GE(std::floor(*high / half) - std::floor(*low / half) + 1, Histogram::kMostCells + 1);
  }
}

TEST(Histogram, LeavesOutNaNAndInfinities) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  expect_same(of({1, nan, 2, infinity, -infinity}), of({1, 2}));
  EXPECT_EQ(of({nan}).count(), 0);
  EXPECT_TRUE(of({nan}).cells().empty());
}

TEST(Histogram, EmptyOnesMergeAsNothing) {
  Histogram empty = of({}), some = of({1, 2, 3});
  EXPECT_TRUE(std::isnan(empty.quantile(0.5)));
  some.merge(empty);
  expect_same(some, of({1, 2, 3}));
  empty.merge(some);
  expect_same(empty, some);
}

TEST(Histogram, QuantilesAreWithinACellOfTheSortedNumbers) {
  for (Numbers values : cases()) {
    const Histogram histogram = of(values);
    std::sort(values.begin(), values.end());
    const auto n = static_cast<double>(values.size());
    for (const double share : {0.0, 0.01, 0.25, 0.5, 0.9, 0.999, 1.0}) {
      // The number of rank ceil(share n) lies in the cell where the count first reaches share n.
      const double sorted = values[static_cast<std::size_t>(std::max(1.0, std::ceil(share * n)) - 1)];
      EXPECT_LE(std::abs(histogram.quantile(share) / 2 - sorted / 2), histogram.width() / 2 * (1 + 1e-12));
    }
  }
}

TEST(Histogram, QuantilesOfEvenlySpreadNumbersAreAccurate) {
  Numbers values(100'000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = (static_cast<double>(i) + 0.5) / 1e5;
  const Histogram histogram = of(values);
  for (double share = 0; share <= 1; share += 0.05) EXPECT_NEAR(histogram.quantile(share), share, 2e-5);
}

TEST(Histogram, OfOneValueGivesItBackAsEveryQuantile) {
  for (const double value : {0.0, 5.0, -0.1, 1e300, -1e-310}) {
    EXPECT_NEAR(of({value}).quantile(0), value, std::abs(value) * 0x1p-52);
    EXPECT_NEAR(of({value}).quantile(1), value, std::max(5e-324, std::abs(value) * 0x1p-51));
  }
}

}  // namespace histogram_test
}  // namespace guise::stats
