// SPDX-License-Identifier: Apache-2.0
#include "release/noise_shape.h"

#include <gtest/gtest.h>

#include "spiked.h"

namespace guise::attacks {
namespace noise_shape_test {

using namespace testing;
using namespace release;

TEST(ShapedNoise, IsProportionalWhiteAndMirrored) {
  const Vector data = Eigen::Vector4d(4, 3, 2, 1);
  EXPECT_LT(difference(shaped_noise(data, 20, 1), Eigen::Vector4d(8, 6, 4, 2)), 1e-14);
  EXPECT_LT(difference(shaped_noise(data, 20, 0), Eigen::Vector4d(5, 5, 5, 5)), 1e-14);
  EXPECT_LT(difference(shaped_noise(data, 20, -1), Eigen::Vector4d(2, 4, 6, 8)), 1e-14);
}

// Paper 002, figure 4: 50 eigenvalues of 190 and 50 of 10 with noise of trace 2500 give 47.5 and 2.5 at theta 0, swapped at
// theta 2.
TEST(ShapedNoise, HasThePapersEndPoints) {
  const Vector data = two_levels(100, 50, 190, 10);
  EXPECT_LT(difference(shaped_noise(data, 2500, 1), two_levels(100, 50, 47.5, 2.5)), 1e-14);
  EXPECT_LT(difference(shaped_noise(data, 2500, -1), two_levels(100, 50, 2.5, 47.5)), 1e-14);
}

struct Shape {
  double power, similarity;
};
class UnshapedData : public ::testing::TestWithParam<Shape> {};

TEST_P(UnshapedData, FindsTheDataBehindShapedNoise) {
  const auto [power, similarity] = GetParam();
  for (const Vector& data : {Vector(Eigen::Vector4d(4, 3, 2, 1)), Vector(Eigen::Vector4d(30, 5, 1, 0.5))}) {
    const Vector release = data + shaped_noise(data, power, similarity);
    EXPECT_LT(difference(unshaped_data(release, power, similarity), data), 1e-9) << power << " " << similarity;
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, UnshapedData,
                         ::testing::Values(Shape{5, 1}, Shape{5, 0.3}, Shape{5, 0}, Shape{5, -0.3}, Shape{5, -1}, Shape{9, -1},
                                           Shape{50, 1}));

TEST(UnshapedDataAtItsLimits, ComesOutInReverseWhenMirroredNoiseIsStrongerThanTheData) {
  const Vector data = Eigen::Vector4d(4, 3, 2, 1), release = data + shaped_noise(data, 40, -1);  // 8 11 14 17
  EXPECT_LT(difference(unshaped_data(release, 40, -1), data), 1e-9);
}

TEST(UnshapedDataAtItsLimits, IsFiniteWhenThereIsMoreNoiseThanRelease) {
  for (const double similarity : {1.0, 0.0, -1.0})
    EXPECT_EQ(unshaped_data(Eigen::Vector2d(3, 1), 9, similarity), Eigen::Vector2d(0, 0));
}

TEST(NoiseCovariance, IsSolvedFromTheReleaseInTheUnitsTheNoiseWasShapedIn) {
  const Matrix data = gaussians(2, two_levels(6, 2, 40, 3), 11).covariance;
  const Vector scale = Vector::LinSpaced(6, 0.5, 3);
  for (const double similarity : {1.0, 0.4, -0.7}) {
    const linalg::Spectrum spectrum = linalg::symmetric_spectrum(scale.asDiagonal() * data * scale.asDiagonal());
    const Matrix shaped =
        spectrum.vectors * shaped_noise(spectrum.values, 30, similarity).asDiagonal() * spectrum.vectors.transpose();
    const Matrix noise = scale.cwiseInverse().asDiagonal() * shaped * scale.cwiseInverse().asDiagonal();
    Knowledge known = correlated_noise(noise.diagonal().asDiagonal());
    known.noise_similarity = similarity;
    known.noise_scale = scale;
    EXPECT_LT(difference(noise_covariance(known, data + noise), noise), 1e-9) << similarity;
  }
}

}  // namespace noise_shape_test
}  // namespace guise::attacks
