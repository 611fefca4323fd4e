// SPDX-License-Identifier: Apache-2.0
#include "theory/gaussian_information.h"

#include <gtest/gtest.h>

#include <cmath>

namespace guise::theory {
namespace gaussian_information_test {

TEST(GaussianInformation, OfOneAttributeIsThatOfItsSignalToNoise) {
  EXPECT_NEAR(gaussian_information(Matrix::Constant(1, 1, 9), Matrix::Constant(1, 1, 9)), 0.5, 1e-14);
  EXPECT_NEAR(gaussian_information(Matrix::Constant(1, 1, 4e12), Matrix::Constant(1, 1, 1e12)), 1.160964, 5e-7);
}

TEST(GaussianInformation, EqualsTheDeterminant) {
  // numpy: 0.5 * log2(linalg.det(eye(3) + x @ linalg.inv(r)))
  Matrix x(3, 3), r(3, 3);
  x << 4, 1, 0.5, 1, 3, -1, 0.5, -1, 2;
  r << 1, 0.3, 0, 0.3, 2, 0.1, 0, 0.1, 0.5;
  EXPECT_NEAR(gaussian_information(x, r), 2.888316603955246, 1e-12);
}

TEST(GaussianInformation, IsInfiniteWhereNoiseDoesNotCoverTheData) {
  Matrix x = Matrix::Identity(2, 2), r = Matrix::Zero(2, 2);
  EXPECT_TRUE(std::isinf(gaussian_information(x, r)));
  r(0, 0) = 1;
  EXPECT_TRUE(std::isinf(gaussian_information(x, r)));
  x(1, 1) = 0;  // a constant attribute has nothing to tell
  EXPECT_NEAR(gaussian_information(x, r), 0.5, 1e-14);
}

}  // namespace gaussian_information_test
}  // namespace guise::theory
