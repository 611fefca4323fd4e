// SPDX-License-Identifier: Apache-2.0
#include "stats/histograms.h"

#include <gtest/gtest.h>
#include <tbb/parallel_for.h>

#include "random/matrices.h"

namespace guise::stats {
namespace histograms_test {

TEST(Histograms, OfManyThreadsAreThoseOfTheColumns) {
  const Matrix x = random::gaussian_matrix(20'000, 3, random::Rng::from_seed(1));
  Histograms histograms(3);
  tbb::parallel_for(0, 20, [&](int part) { histograms.add(x.middleRows(1000 * part, 1000)); });
  const auto merged = histograms.merged();
  ASSERT_EQ(merged.size(), 3u);
  for (Index j = 0; j < 3; ++j) {
    Histogram whole;
    whole.add({x.col(j).data(), 20'000});
    EXPECT_EQ(merged[static_cast<std::size_t>(j)].cells(), whole.cells());
    EXPECT_EQ(merged[static_cast<std::size_t>(j)].edge(0), whole.edge(0));
  }
}

TEST(Histograms, WithoutRecordsAreNone) {
  EXPECT_TRUE(Histograms(2).merged().empty());
}

}  // namespace histograms_test
}  // namespace guise::stats
