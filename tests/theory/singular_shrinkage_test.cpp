// SPDX-License-Identifier: Apache-2.0
#include "theory/singular_shrinkage.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "linalg/spectrum.h"

namespace guise::theory {
namespace singular_shrinkage_test {

TEST(HardThreshold, HasTheKnownValues) {
  EXPECT_NEAR(hard_threshold(1), 2.309401, 5e-7);  // 4 / sqrt(3)
  EXPECT_NEAR(hard_threshold(0.5), 1.978599, 5e-7);
  EXPECT_NEAR(hard_threshold(1), 4 / std::sqrt(3.0), 1e-14);
  EXPECT_NEAR(hard_threshold(0), std::sqrt(2.0), 1e-15);
}

TEST(MedianThreshold, HasTheKnownValueForSquareMatrices) {
  EXPECT_NEAR(median_threshold(1), 2.858362, 5e-7);
}

TEST(ShrunkSingularValue, HasTheKnownValues) {
  EXPECT_NEAR(shrunk_singular_value(3, 0.5), 2.455153310, 5e-10);
  EXPECT_NEAR(shrunk_singular_value(2.5, 1), 1.5, 1e-14);
  EXPECT_NEAR(shrunk_singular_value(2, 0.1), 1.415097170, 5e-10);
}

TEST(ShrunkSingularValue, IsZeroUpToTheBulkEdgeAndContinuousThere) {
  for (const double beta : {0.05, 0.5, 1.0}) {
    const double edge = 1 + std::sqrt(beta);
    EXPECT_EQ(shrunk_singular_value(edge, beta), 0);
    EXPECT_EQ(shrunk_singular_value(0.1, beta), 0);
    EXPECT_LT(shrunk_singular_value(edge + 1e-10, beta), 1e-4);
  }
}

TEST(ShrunkSingularValue, TendsToTheWienerGainForManyRecords) {
  EXPECT_NEAR(shrunk_singular_value(3, 1e-9), 3 * (1 - 1 / 9.0), 1e-8);
}

TEST(ShrunkSingularValue, IsTheBestMultipleOfTheObservedDirections) {
  // For a planted x u v' the least squares weight on the observed (u', v') is x (u.u')(v.v'); eta must equal it as n grows.
  constexpr Index n = 1200, m = 300;
  constexpr double beta = 0.25, x = 2;
  std::mt19937_64 engine(3);
  std::normal_distribution<double> normal(0, 1 / std::sqrt(static_cast<double>(n)));
  Matrix y = Matrix::NullaryExpr(n, m, [&] { return normal(engine); });
  y(0, 0) += x;
  const linalg::Svd svd = linalg::thin_svd(y);
  const double best = x * svd.left(0, 0) * svd.right(0, 0);
  // sd of the overlaps at this size is about 1/sqrt(m) = 6 % of 1 - cos^2 (.3): 2 %; three of them.
  EXPECT_NEAR(shrunk_singular_value(svd.values[0], beta), best, 0.06 * x);
  EXPECT_EQ(shrunk_singular_value(svd.values[5], beta), 0);
}

}  // namespace singular_shrinkage_test
}  // namespace guise::theory
