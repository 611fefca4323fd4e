// SPDX-License-Identifier: Apache-2.0
#include "theory/noise_needed.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "random/matrices.h"
#include "stats/moments.h"

namespace guise::theory {
namespace noise_needed_test {

/// Independent columns: variance v behind noise s explains v / (v + s), so that a share p takes c = v (1 - p) / (p s).
TEST(NoiseNeeded, OfIndependentColumnsFollowsFromTheRatio) {
  const Matrix covariance = Vector{{4.0, 9.0}}.asDiagonal(), noise = Vector{{2.0, 3.0}}.asDiagonal();
  const Vector share = linear_share(covariance, noise);
  EXPECT_NEAR(share[0], 4.0 / 6, 1e-12);
  EXPECT_NEAR(share[1], 9.0 / 12, 1e-12);
  EXPECT_NEAR(noise_factor(covariance, noise, 0.2), 9 * 0.8 / (0.2 * 3), 0.02);  // the second column needs more
}

TEST(NoiseNeeded, IsOneWhereTheNoiseIsEnoughAndNoneWhereAColumnHasNone) {
  const Matrix covariance = Matrix::Identity(2, 2);
  EXPECT_EQ(noise_factor(covariance, 10 * Matrix::Identity(2, 2), 0.2), 1);
  EXPECT_EQ(noise_factor(covariance, Vector{{1.0, 0.0}}.asDiagonal(), 0.2), std::numeric_limits<double>::infinity());
}

/// A least-squares fit of the columns on the release explains that share of drawn records: each squared correlation of n
/// records has a standard error below 2 sqrt(r (1 - r)) / sqrt(n) with r the share's root, at most 2 / sqrt(n).
TEST(NoiseNeeded, IsWhatARegressionOfDrawnRecordsExplains) {
  constexpr Index n = 40'000, m = 3;
  const random::Rng rng = random::Rng::from_seed(5);
  const Matrix mixing = random::gaussian_matrix(m, m, rng.fork("mixing"));
  const Matrix x = random::gaussian_matrix(n, m, rng.fork("records")) * mixing.transpose();
  const Matrix noise = 2 * Matrix::Identity(m, m);
  const double factor = noise_factor(mixing * mixing.transpose(), noise, 0.4);
  ASSERT_GT(factor, 1);
  const Matrix y = x + std::sqrt(2 * factor) * random::gaussian_matrix(n, m, rng.fork("noise"));
  Matrix both(n, 2 * m);
  both << x, y;
  const Matrix joint = stats::moments_of(both).covariance();
  const Matrix fit = joint.topRightCorner(m, m) * joint.bottomRightCorner(m, m).inverse() * joint.bottomLeftCorner(m, m);
  double most = 0;
  for (Index j = 0; j < m; ++j) most = std::max(most, fit(j, j) / joint(j, j));
  EXPECT_NEAR(most, 0.4, 5 * 2 / std::sqrt(static_cast<double>(n)));
}

}  // namespace noise_needed_test
}  // namespace guise::theory
