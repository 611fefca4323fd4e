// SPDX-License-Identifier: Apache-2.0
#include "stats/ordered_merge.h"

#include <gtest/gtest.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace guise::stats {
namespace ordered_merge_test {

/// Remembers in which order and grouping it was merged.
struct Trace {
  std::string text;
  void merge(const Trace& later) { text = text.empty() ? later.text : "(" + text + later.text + ")"; }
};

std::string traced(const std::vector<int>& order) {
  OrderedMerge<Trace> merged;
  for (const int block : order) merged.add(block, {std::string(1, static_cast<char>('a' + block))});
  return merged.finish({}).text;
}

TEST(OrderedMerge, FormsTheSameTreeForEveryOrderOfArrival) {
  for (int blocks = 1; blocks <= 6; ++blocks) {
    std::vector<int> order(static_cast<std::size_t>(blocks));
    std::iota(order.begin(), order.end(), 0);
    const std::string expected = traced(order);
    do {
      ASSERT_EQ(traced(order), expected);
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

TEST(OrderedMerge, MergesNeighboursLeftToRight) {
  EXPECT_EQ(traced({0, 1, 2, 3}), "((ab)(cd))");
  EXPECT_EQ(traced({0, 1, 2, 3, 4}), "(((ab)(cd))e)");
  EXPECT_EQ(traced({0, 1, 2, 3, 4, 5, 6}), "((((ab)(cd))(ef))g)");
}

TEST(OrderedMerge, StartsAtAnyBlock) {
  EXPECT_EQ(traced({3, 5, 4}), traced({5, 4, 3}));
}

TEST(OrderedMerge, OfNothingIsTheEmptyResult) {
  EXPECT_EQ(OrderedMerge<Trace>().finish({"empty"}).text, "empty");
}

TEST(OrderedMerge, LosesNothingBetweenThreads) {
  std::vector<int> order(20'000);
  std::iota(order.begin(), order.end(), 0);
  struct Sum {
    std::int64_t value = 0, last = -1;
    bool ordered = true;
    void merge(const Sum& later) {
      ordered = ordered && later.ordered && last < later.last;
      value += later.value;
      last = later.last;
    }
  };
  OrderedMerge<Sum> merged;
  tbb::parallel_for(0, 20'000, [&](int block) { merged.add(block, {block, block, true}); });
  const Sum total = merged.finish({});
  EXPECT_EQ(total.value, 20'000ll * 19'999 / 2);
  EXPECT_TRUE(total.ordered);
}

}  // namespace ordered_merge_test
}  // namespace guise::stats
