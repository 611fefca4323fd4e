// SPDX-License-Identifier: Apache-2.0
#include "stats/shares.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random/matrices.h"
#include "stats/gaussian.h"

namespace guise::stats {
namespace shares_test {

const random::Rng kRng = random::Rng::from_seed(3);

TEST(Shares, AreThoseOfTheExponentialFunctionForAnyNumberOfRecords) {
  for (const Index rows : {1, 7, 8, 9, 64, 101}) {
    const Matrix logs = 40 * random::gaussian_matrix(rows, 3, kRng.fork(std::to_string(rows)));
    Matrix shares = logs;
    const Vector sums = turn_to_shares(shares);
    for (Index i = 0; i < rows; ++i) {
      const double most = logs.row(i).maxCoeff();
      const double total = (logs.row(i).array() - most).exp().sum();
      EXPECT_NEAR(sums[i], most + std::log(total), 1e-13 * std::abs(most));
      for (Index j = 0; j < 3; ++j) EXPECT_NEAR(shares(i, j), std::exp(logs(i, j) - most) / total, 4e-16) << i << " " << j;
    }
  }
}

TEST(Shares, OfComponentsBeyondTheRangeOfADoubleAreNone) {
  Matrix shares(1, 2);
  shares << -1e9, -12;
  EXPECT_EQ(turn_to_shares(shares)[0], -12);
  EXPECT_EQ(shares(0, 0), 0);
  EXPECT_EQ(shares(0, 1), 1);
}

/// Few columns take another way than many; both against the quadratic form itself.
TEST(Gaussian, LogDensityIsTheQuadraticFormForAnyNumberOfColumnsAndRecords) {
  for (const Index columns : {1, 6, 32, 33})
    for (const Index rows : {1, 8, 13}) {
      const Matrix root = random::gaussian_matrix(columns, columns + 3, kRng.fork("root"));
      const Matrix covariance = root * root.transpose(), centred = random::gaussian_matrix(rows, columns, kRng.fork("rows"));
      const Vector found = Gaussian(Vector::Zero(columns), covariance).log_density(centred);
      const double constant = -0.5 * (std::log(covariance.determinant()) + static_cast<double>(columns) * std::log(2 * M_PI));
      for (Index i = 0; i < rows; ++i) {
        const double square = centred.row(i).dot(covariance.inverse() * centred.row(i).transpose());
        EXPECT_NEAR(found[i], constant - 0.5 * square, 1e-9 * (1 + square)) << columns << " columns, record " << i;
      }
    }
}

}  // namespace shares_test
}  // namespace guise::stats
