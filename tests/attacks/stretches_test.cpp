// SPDX-License-Identifier: Apache-2.0
#include "attacks/stretches.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "attacks/signals.h"
#include "stats/ordered_merge.h"
#include "table/chunk.h"

namespace guise::attacks::testing {
namespace stretches_test {

/// One column that holds the number of the record, in blocks that arrive from the last to the first or in order.
std::vector<Stretch> gathered(std::int64_t records, bool backwards) {
  stats::OrderedMerge<Stretches> merge;
  const std::int64_t blocks = (records + table::kBlock - 1) / table::kBlock;
  for (std::int64_t i = 0; i < blocks; ++i) {
    const std::int64_t block = backwards ? blocks - 1 - i : i, first = block * table::kBlock;
    const Index count = std::min(table::kBlock, records - first);
    Stretches part;
    part.add(first, Matrix(Vector::LinSpaced(count, static_cast<double>(first), static_cast<double>(first + count - 1))));
    merge.add(block, std::move(part));
  }
  return merge.finish({}).finish();
}

TEST(Stretches, AreConsecutiveSpreadAndTheSameInAnyOrder) {
  for (const std::int64_t records : {1, 700, 5000, 32'768, 33'000, 70'000, 1'000'003}) {
    const std::vector<Stretch> forth = gathered(records, false), back = gathered(records, true);
    ASSERT_EQ(forth.size(), back.size());
    EXPECT_LE(forth.size(), 8u);
    for (std::size_t i = 0; i < forth.size(); ++i) {
      EXPECT_EQ(forth[i].number, back[i].number);
      EXPECT_EQ(forth[i].rows, back[i].rows);
      EXPECT_EQ(forth[i].rows.rows(), std::min<Index>(kStretch, records - forth[i].number * kStretch));
      for (Index r = 0; r < forth[i].rows.rows(); ++r)
        ASSERT_EQ(forth[i].rows(r, 0), static_cast<double>(forth[i].number * kStretch + r));
    }
    // No part of the table is farther from a stretch than a quarter of it.
    EXPECT_GE(forth.back().number * kStretch + kStretch, records * 3 / 4);
    if (records <= 8 * kStretch) {
      EXPECT_EQ(forth.size(), static_cast<std::size_t>((records + kStretch - 1) / kStretch));
    }
  }
}

TEST(Stretches, JoinWhereOneFollowsTheOther) {
  const std::vector<Vector> whole = runs_of(gathered(20'000, false), 0), parts = runs_of(gathered(100'000, false), 0);
  ASSERT_EQ(whole.size(), 1u);
  EXPECT_EQ(whole.front().size(), 20'000);
  EXPECT_EQ(whole.front()[19'999], 19'999);
  EXPECT_EQ(parts.size(), 7u);
}

}  // namespace stretches_test
}  // namespace guise::attacks::testing
