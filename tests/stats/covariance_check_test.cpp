// SPDX-License-Identifier: Apache-2.0
#include "stats/covariance_check.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "random/matrices.h"

namespace guise::stats {
namespace covariance_check_test {

std::string refused(const Matrix& matrix) {
  try {
    check_covariance(matrix, "the noise");
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(CheckCovariance, RefusesIndefiniteOnesWithTheirLeastEigenvalue) {
  const Matrix wrong = (Matrix(2, 2) << 1, 2, 2, 1).finished();  // eigenvalues 3 and -1
  EXPECT_EQ(refused(wrong), "the noise is indefinite: its least eigenvalue is -1, and a covariance has none below 0");
  const Vector units = Eigen::Vector2d(1e6, 1e-3);
  EXPECT_NE(refused(units.asDiagonal() * wrong * units.asDiagonal()).find("indefinite"), std::string::npos);
  EXPECT_NE(refused(Matrix(Eigen::Vector2d(1, -1e-3).asDiagonal())).find("is -0.001"), std::string::npos);
  EXPECT_NE(refused((Matrix(2, 2) << 0, 1, 1, 4).finished()).find("indefinite"), std::string::npos);
  EXPECT_NE(refused((Matrix(2, 2) << 1, 0.5, 0.4, 1).finished()).find("not symmetric"), std::string::npos);
}

TEST(CheckCovariance, TakesSingularOnesOfAnyUnits) {
  const Matrix root = random::gaussian_matrix(6, 3, random::Rng::from_seed(1));
  const Vector units = (Vector(6) << 1e7, 1, 1e-7, 5, 0, 2).finished();
  EXPECT_EQ(refused(units.asDiagonal() * root * root.transpose() * units.asDiagonal()), "");
  EXPECT_EQ(refused(Matrix::Zero(3, 3)), "");
}

}  // namespace covariance_check_test
}  // namespace guise::stats
