// SPDX-License-Identifier: Apache-2.0
#include "audit/path_search.h"

#include <gtest/gtest.h>

#include <vector>

namespace guise::audit {
namespace path_search_test {

/// Every path up to 40 places, every answer, every start at or before it: by definition the answer itself.
TEST(PathSearch, FindsTheFirstPlaceThatHolds) {
  for (std::size_t size = 1; size <= 40; ++size)
    for (std::size_t answer = 0; answer <= size; ++answer)
      for (std::size_t from = 0; from <= answer; ++from)
        EXPECT_EQ(first_holding(from, size, [&](std::size_t i) { return i >= answer; }), answer) << size << " from " << from;
}

TEST(PathSearch, TriesNoPlaceTwiceNorBeforeTheStart) {
  for (std::size_t answer = 7; answer <= 33; ++answer) {
    std::vector<int> tried(33, 0);
    first_holding(7, 33, [&](std::size_t i) {
      ++tried[i];
      return i >= answer;
    });
    int all = 0;
    for (std::size_t i = 0; i < tried.size(); ++i) {
      EXPECT_LE(tried[i], i < 7 ? 0 : 1) << i;
      all += tried[i];
    }
    EXPECT_LE(all, answer == 7 ? 1 : 10) << answer;
  }
}

}  // namespace path_search_test
}  // namespace guise::audit
