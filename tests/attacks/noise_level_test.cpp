// SPDX-License-Identifier: Apache-2.0
#include "attacks/noise_level.h"

#include "spiked.h"

namespace guise::attacks {
namespace noise_level_test {

using namespace testing;

// The median of m eigenvalues of pure noise is off by about its own spread, a few per cent at m = 60; both rules see the same
// noise.
TEST(NoiseVariance, IsFoundBelowAFewSignals) {
  const Matrix y = gaussians(600, two_levels(60, 4, 90, 0), 1).x + noise(600, 60, 3, 1);
  const Vector eigenvalues = linalg::symmetric_spectrum(plain_covariance(y)).values;
  EXPECT_NEAR(median_noise_variance(eigenvalues, 599), 9, 0.9);
  EXPECT_NEAR(fitted_noise_variance(y, true, random::Rng::from_seed(1)), 9, 0.9);
}

TEST(NoiseVariance, IsFoundWithFewerRecordsThanAttributes) {
  const Matrix y = noise(50, 200, 3, 2);
  const Vector eigenvalues = linalg::symmetric_spectrum(plain_covariance(y)).values;
  EXPECT_NEAR(median_noise_variance(eigenvalues, 49), 9, 0.9);
}

TEST(NoiseVariance, GrowsWithTheSquareOfTheUnits) {
  const Matrix y = gaussians(200, two_levels(20, 2, 50, 0), 3).x + noise(200, 20, 1, 3);
  const random::Rng rng = random::Rng::from_seed(3);
  EXPECT_NEAR(fitted_noise_variance(8 * y, true, rng), 64 * fitted_noise_variance(y, true, rng), 1e-9);
}

TEST(NoiseVariance, IsZeroWithoutNoise) {
  const Matrix y = gaussians(200, two_levels(20, 2, 50, 0), 4).x;
  EXPECT_NEAR(median_noise_variance(linalg::symmetric_spectrum(plain_covariance(y)).values, 199), 0, 1e-12);
  EXPECT_NEAR(fitted_noise_variance(Matrix::Ones(30, 4), true, random::Rng::from_seed(4)), 0, 1e-12);
}

}  // namespace noise_level_test
}  // namespace guise::attacks
