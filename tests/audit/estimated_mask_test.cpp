// SPDX-License-Identifier: Apache-2.0
#include "audit/estimated_mask.h"

#include <gtest/gtest.h>

#include <cmath>

#include "audit/shuffled.h"
#include "linalg/spectrum.h"
#include "random/matrices.h"

namespace guise::audit {
namespace estimated_mask_test {

using testing::normals;
using testing::originals;

Matrix noise_of(random::Law law, Index rows, Index columns, std::uint64_t seed) {
  Matrix out(rows, columns);
  for (Index j = 0; j < columns; ++j)
    random::fill_law(law, random::Rng::from_seed(seed), static_cast<std::uint32_t>(j), 0,
                     {out.col(j).data(), static_cast<std::size_t>(rows)});
  return out;
}

// A variance of n numbers has the standard error v sqrt((kurtosis - 1) / n): at most v sqrt(5 / n) for these laws.
TEST(EstimatedMask, NoiseIsAsLargeAsItIs) {
  const Matrix x = originals(4000, 1);
  const Vector sd{{1, 2, 3, 0.5}};
  for (const random::Law law : {random::Law::gaussian, random::Law::laplace, random::Law::uniform}) {
    const auto found = estimate_own_columns(x, x + noise_of(law, 4000, 4, 2) * sd.asDiagonal());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->law, law);
    EXPECT_FALSE(found->changes_units());
    for (Index j = 0; j < 4; ++j) EXPECT_NEAR(found->noise(j, j), square(sd[j]), 4 * square(sd[j]) * std::sqrt(5.0 / 4000));
    EXPECT_EQ(found->noise(0, 1), 0);
  }
}

TEST(EstimatedMask, CorrelatedNoiseUnitsAndConstantsAreFound) {
  const Matrix x = originals(4000, 3);
  Matrix e = normals(4000, 4, 4);
  e.col(1) = 0.8 * e.col(0) + 0.6 * e.col(1);
  Matrix y = x + e;
  y.col(2) = (2.54 * y.col(2)).array() + 100;
  const auto found = estimate_own_columns(x, y);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->noise(0, 1), 0.8, 4 * std::sqrt((1 + 0.64) / 4000));
  EXPECT_NEAR(found->factor[2], 2.54, 0.05);
  EXPECT_EQ(found->factor[0], 1);
  EXPECT_NEAR(found->constant[2] / 100, 1, 0.02);
  EXPECT_NE(found->sentence().find("other units"), std::string::npos);
}

TEST(EstimatedMask, SaysNothingOfMixturesCopiesAndGroupMeans) {
  const Matrix x = originals(2000, 5), q = random::haar_orthogonal(4, random::Rng::from_seed(6));
  EXPECT_FALSE(estimate_own_columns(x, x));
  EXPECT_FALSE(estimate_own_columns(x, x * q + 0.1 * normals(2000, 4, 7)));
  EXPECT_FALSE(estimate_own_columns(x, normals(2000, 4, 8)));
  Matrix means = x;  // of five records each: the originals scatter about the release, not it about them
  for (Index i = 0; i < 2000; i += 5)
    means.middleRows(i, 5).rowwise() = Eigen::RowVectorXd(x.middleRows(i, 5).colwise().mean());
  EXPECT_FALSE(estimate_own_columns(x, means));
  EXPECT_FALSE(estimate_own_columns(x.topRows(20), x.topRows(20)));
}

/// Values that changed places are in the originals' units, although a line through them rises by less than 1. The noise is the
/// one by which attackers come to that line: a variance less a covariance.
TEST(EstimatedMask, SwappedValuesKeepTheirUnits) {
  const Matrix x = originals(4000, 12);
  Matrix y = x;
  for (Index j = 0; j < 4; ++j)
    for (Index i = j; i + 8 < 4000; i += 8) std::swap(y(i, j), y(i + 4, j));  // a quarter of the values
  const auto found = estimate_own_columns(x, y);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->changes_units());
  for (Index j = 0; j < 4; ++j) {
    const Vector a = x.col(j).array() - x.col(j).mean(), b = y.col(j).array() - x.col(j).mean();
    EXPECT_NEAR(found->noise(j, j), (b.squaredNorm() - a.dot(b)) / 3999, 1e-6 * b.squaredNorm() / 3999) << j;
  }
}

TEST(EstimatedMask, NoiseBehindARotationIsWhatNoMapExplains) {
  const Matrix x = originals(4000, 9), q = random::haar_orthogonal(4, random::Rng::from_seed(10));
  const auto noise = estimate_mixed_noise(x, x * q + 0.5 * normals(4000, 4, 11));
  ASSERT_TRUE(noise);
  for (Index j = 0; j < 4; ++j) EXPECT_NEAR((*noise)(j, j), 0.25, 4 * 0.25 * std::sqrt(2.0 / 4000));
  EXPECT_FALSE(estimate_mixed_noise(x, x * q));
}

// x2 = x0 + x1 in both files: the covariance of the originals, and that of the noise, is singular, and must not become
// indefinite: no attack would apply.
TEST(EstimatedMask, TotalsAreNoObstacle) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Matrix x = originals(500, 100 + seed), e = normals(500, 4, 200 + seed);
    x.col(2) = x.col(0) + x.col(1);
    e.col(2) = e.col(0) + e.col(1);
    const auto found = estimate_own_columns(x, x + e);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->noise(2, 2), 2, 5 * 2 * std::sqrt(2.0 / 500));
    EXPECT_GE(linalg::symmetric_spectrum(found->noise).values.minCoeff(), 0) << seed;
    EXPECT_GE(linalg::symmetric_spectrum(*estimate_mixed_noise(x, x + e)).values.minCoeff(), 0) << seed;
  }
}

}  // namespace estimated_mask_test
}  // namespace guise::audit
