// SPDX-License-Identifier: Apache-2.0
#include "audit/noise_scales.h"

#include <gtest/gtest.h>

#include <cmath>

#include "audit/shuffled.h"

namespace guise::audit {
namespace noise_scales_test {

using testing::normals;

TEST(NoiseScales, GaussianNoiseHasFactorOne) {
  const NoiseScales scales;
  EXPECT_TRUE(scales.gaussian());
  EXPECT_EQ(scales.log_density(3), -1.5);
  EXPECT_EQ(scales.reach(3), 43);
  EXPECT_EQ(scales.weight(3), 1);
}

// One row in four has all the noise, the others a sixteenth of it. Densities of that law are known.
TEST(NoiseScales, FindsHowTheNoiseOfRowsDiffers) {
  constexpr Index kColumns = 6, kRows = 4000;
  const Matrix noise = normals(kRows, kColumns, 1);
  Vector squared = noise.rowwise().squaredNorm();
  for (Index i = 0; i < kRows; ++i)
    if (i % 4 != 0) squared[i] /= 256;
  NoiseScales scales = NoiseScales::open(kColumns);
  for (int turn = 0; turn < 100; ++turn) scales.improve(squared);
  const auto truth = [](double d) {
    return std::log(0.25 * std::exp(-d / 2) + 0.75 * std::pow(16.0, kColumns) * std::exp(-128 * d));
  };
  for (const double d : {0.01, 0.03, 2.0, 6.0}) EXPECT_NEAR(scales.log_density(d), truth(d), 0.25) << d;
  EXPECT_NEAR(scales.log_density(scales.reach(0.02)), scales.log_density(0.02) - 20, 0.1);
  EXPECT_NEAR(scales.weight(0.02), 256, 40);
  EXPECT_NEAR(scales.weight(6), 1, 0.4);
}

}  // namespace noise_scales_test
}  // namespace guise::audit
