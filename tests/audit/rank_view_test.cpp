// SPDX-License-Identifier: Apache-2.0
#include "audit/rank_view.h"

#include <gtest/gtest.h>

#include <cmath>

#include "audit/shuffled.h"

namespace guise::audit {
namespace rank_view_test {

using testing::normals;
using testing::originals;

/// Increasing and decreasing functions of the columns, two of them coarse.
Matrix bent(const Matrix& x) {
  Matrix y = x;
  y.col(0) = (x.col(0).array() / 3).sinh();
  y.col(1) = -x.col(1).array().cube();
  y.col(2) = (x.col(2).array() / 4).floor();
  y.col(3) = x.col(3).array().min(21.0).log();
  return y;
}

TEST(RankView, AMonotoneFunctionEqualsItsAttribute) {
  const Matrix x = originals(700, 1), y = bent(x);
  const auto view = rank_view(x, y, true);
  ASSERT_TRUE(view);
  // Equal up to the rounding of normal quantiles; where classes part originals, all of a class are one.
  EXPECT_LT((view->originals(x) - view->release(y)).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(RankView, FindsColumnsInOtherPlaces) {
  const Matrix x = originals(1500, 2), y = bent(x);
  Matrix moved(y.rows(), 4);
  moved << y.col(2), y.col(0), y.col(3), y.col(1);
  const auto view = rank_view(x, moved, false);
  ASSERT_TRUE(view);
  EXPECT_LT((view->originals(x) - view->release(moved)).cwiseAbs().maxCoeff(), 1e-9);
}

// Scores of records that are not in the sample lie between those of their neighbours: the share below them is off by
// sqrt(p (1 - p) (1/n + 1/n)) of the sample.
TEST(RankView, ASampleTellsTheRanksOfTheRest) {
  const Matrix x = originals(20'000, 3), y = bent(x);
  const auto view = rank_view(x.topRows(10'000), y.bottomRows(10'000), true);
  ASSERT_TRUE(view);
  const Vector difference = (view->originals(x) - view->release(y)).col(0);
  // At the middle a share p is dp / 0.4 of a score: 0.5 sqrt(2 / 10000) / 0.4 = 0.018; the tails are off by more.
  EXPECT_LT(std::sqrt(difference.squaredNorm() / 20'000), 0.05);
}

TEST(RankView, NothingWhereNothingVariesOrColumnsAreMissing) {
  const Matrix x = originals(100, 4);
  EXPECT_FALSE(rank_view(x, Matrix::Ones(100, 4), true));
  EXPECT_FALSE(rank_view(x, x.leftCols(3), true));
}

}  // namespace rank_view_test
}  // namespace guise::audit
