// SPDX-License-Identifier: Apache-2.0
#include "stats/scale_mixture.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random/matrices.h"

namespace guise::stats {
namespace scale_mixture_test {

Vector squares(Index rows, Index freedom, double wide, double share, std::uint64_t seed) {
  Matrix z = random::gaussian_matrix(rows, freedom, random::Rng::from_seed(seed));
  for (Index i = 0; i < rows; ++i)
    if (static_cast<double>(i) < share * static_cast<double>(rows)) z.row(i) *= wide;
  return z.rowwise().squaredNorm() / static_cast<double>(freedom);
}

TEST(ScaleMixture, FindsTheShareOfWideNumbers) {
  for (const Index freedom : {1, 5}) {
    const ScaleMixture mixture(squares(20'000, freedom, 30, 0.25, 1), freedom);
    EXPECT_NEAR(mixture.share_above(8), 0.25, 0.02) << freedom;
  }
  EXPECT_LT(ScaleMixture(squares(20'000, 1, 1, 0, 2), 1).share_above(3), 1e-3);
}

/// By Bayes' rule for two scales: usual with probability 3/4, else 30 times as wide.
TEST(ScaleMixture, KeepsWhatIsProbablyUsual) {
  const ScaleMixture mixture(squares(50'000, 1, 30, 0.25, 3), 1);
  for (const double x : {0.5, 2.0, 4.0, 6.0, 40.0}) {
    const double usual = 0.75 * std::exp(-x * x / 2), wide = 0.25 / 30 * std::exp(-x * x / 1800);
    EXPECT_NEAR(mixture.kept(x * x), (usual + wide / 900) / (usual + wide), 0.12) << x;
  }
}

}  // namespace scale_mixture_test
}  // namespace guise::stats
