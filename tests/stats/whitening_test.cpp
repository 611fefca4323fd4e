// SPDX-License-Identifier: Apache-2.0
#include "stats/whitening.h"

#include <gtest/gtest.h>

#include "random/matrices.h"

namespace guise::stats {
namespace whitening_test {

Matrix correlated(Index rows) {
  const Matrix z = random::gaussian_matrix(rows, 3, random::Rng::from_seed(1));
  Matrix x(rows, 3);
  x << 1e6 * z.col(0).array() + 1e9, 1e-3 * (z.col(1) + z.col(0)), z.col(2) - z.col(1);
  return x;
}

TEST(Whitening, GivesUncorrelatedCoordinatesOfVarianceOneAndLeadsBack) {
  const Matrix x = correlated(500);
  const Whitening whitening = whitening_of(moments_of(x));
  ASSERT_EQ(whitening.rank(), 3);
  const Matrix z = (x.rowwise() - whitening.center.transpose()) * whitening.to;
  EXPECT_LT((z.transpose() * z / 500 - Matrix::Identity(3, 3)).cwiseAbs().maxCoeff(), 1e-9);
  const Matrix back = (z * whitening.from).rowwise() + whitening.center.transpose();
  EXPECT_LT((back - x).cwiseAbs().maxCoeff(), 1e-4);
  EXPECT_LT((back - x).col(1).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Whitening, LeavesOutWhatDependsLinearly) {
  Matrix x = correlated(50);
  x.col(2) = 3 * x.col(1);
  EXPECT_EQ(whitening_of(moments_of(x)).rank(), 2);
  x.col(0).setConstant(7);
  const Whitening one = whitening_of(moments_of(x));
  EXPECT_EQ(one.rank(), 1);
  EXPECT_TRUE(one.to.allFinite() && one.from.allFinite());
  EXPECT_EQ(whitening_of(moments_of(Matrix::Zero(10, 2))).rank(), 0);
  EXPECT_EQ(whitening_of(moments_of(correlated(2))).rank(), 1);
}

}  // namespace whitening_test
}  // namespace guise::stats
