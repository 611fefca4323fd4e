// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "audit/given.h"

namespace guise::audit {
namespace spectrum_test {

using testing::audit_mask;
using testing::normals;
using testing::request_of;

Spectrum spectrum(const Matrix& x, const std::string& mask) {
  Request request = request_of({"outsider"}, 1, 1);
  request.attacks = {"identity"};
  return audit_mask(x, mask, request).masks[0].spectrum.value();
}

// Uncorrelated but for sampling, with variances 9, 4, 1 and a quarter.
TEST(Spectrum, IsThatOfTheReleaseBesideTheOriginalsLargestFirst) {
  constexpr Index kRecords = 20'000;
  const Matrix x = normals(kRecords, 4, 1) * Vector{{1, 3, 0.5, 2}}.asDiagonal();
  const Spectrum found = spectrum(x, "noise(sd=1)");
  const Vector expected{{9, 4, 1, 0.25}};
  for (Index i = 0; i < 4; ++i) {
    // A variance from n records has a relative standard error of sqrt(2 / n) = 1 %.
    EXPECT_NEAR(found.originals[i], expected[i], 0.05 * expected[i]);
    EXPECT_NEAR(found.release[i], expected[i] + 1, 0.05 * (expected[i] + 1));
  }
}

TEST(Spectrum, TheBandHoldsThoseOfNoiseAloneAndNotTheData) {
  constexpr Index kRecords = 2000;
  const Matrix noise_only = 1e-6 * normals(kRecords, 4, 2);
  const Spectrum alone = spectrum(noise_only, "noise(sd=1)");
  ASSERT_TRUE(alone.noise);
  // Kargupta (paper 001), equation 3: sigma^2 (1 +- sqrt(m / n))^2.
  EXPECT_NEAR(alone.noise->low, std::pow(1 - std::sqrt(4.0 / kRecords), 2), 1e-9);
  EXPECT_NEAR(alone.noise->high, std::pow(1 + std::sqrt(4.0 / kRecords), 2), 1e-9);
  EXPECT_LE(alone.release[0], alone.noise->high);
  EXPECT_GE(alone.release[3], alone.noise->low);

  Matrix one_direction = noise_only;
  const Matrix along = normals(kRecords, 1, 3);
  for (Index j = 0; j < 4; ++j) one_direction.col(j) += along;
  const Spectrum data = spectrum(one_direction, "noise(sd=1)");
  EXPECT_GT(data.release[0], 2 * data.noise->high);
  EXPECT_LE(data.release[1], data.noise->high);
}

/// Noise of 2 and of 0.1 on columns that vary as much as the noise does: in its units all columns are alike, and a band of
/// either size would say that half of them hide nothing.
TEST(Spectrum, OfNoiseThatDiffersBetweenColumnsIsInItsUnits) {
  constexpr Index kRecords = 2000;
  const Spectrum found = spectrum(1e-4 * normals(kRecords, 4, 2), "noise(sd=[2,0.1,2,0.1])");
  ASSERT_TRUE(found.noise);
  EXPECT_TRUE(found.in_noise_units);
  EXPECT_NEAR(found.noise->high, std::pow(1 + std::sqrt(4.0 / kRecords), 2), 1e-9);
  for (const double value : found.release) {
    EXPECT_LE(value, found.noise->high);
    EXPECT_GE(value, found.noise->low);
  }
  const Spectrum data = spectrum(normals(kRecords, 4, 5), "noise(sd=[2,0.1,2,0.1])");
  EXPECT_GT(data.release[1], 50) << "columns with noise of a tenth show";
  EXPECT_NEAR(data.originals[0], 100, 15);
}

TEST(Spectrum, HasNoBandWhereNoNoiseIsKnown) {
  EXPECT_FALSE(spectrum(normals(200, 4, 4), "rotate").noise);
}

}  // namespace spectrum_test
}  // namespace guise::audit
