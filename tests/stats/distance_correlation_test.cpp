// SPDX-License-Identifier: Apache-2.0
#include "stats/distance_correlation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "random/matrices.h"

namespace guise::stats {
namespace distance_correlation_test {

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  return random::gaussian_matrix(rows, columns, random::Rng::from_seed(seed));
}

/// Szekely and Rizzo (2014), definitions 2 and 3: U-centred distance matrices and their inner product.
Matrix u_centred(const Vector& x) {
  const Index n = x.size();
  const Matrix d = (x.replicate(1, n) - x.transpose().replicate(n, 1)).cwiseAbs();
  const double count = static_cast<double>(n);
  const Vector row = d.rowwise().sum() / (count - 2);
  Matrix out = d - row.replicate(1, n) - row.transpose().replicate(n, 1);
  out.array() += d.sum() / ((count - 1) * (count - 2));
  out.diagonal().setZero();
  return out;
}

double by_definition(const Vector& x, const Vector& y) {
  const Matrix a = u_centred(x), b = u_centred(y);
  return a.cwiseProduct(b).sum() / std::sqrt(a.squaredNorm() * b.squaredNorm());
}

TEST(DistanceCorrelation, IsTheDefinitionAlsoWithTies) {
  const Matrix z = normals(150, 2, 1);
  const Vector x = z.col(0), y = x.array().square().matrix() + z.col(1), coarse = (2 * z.col(1)).array().round();
  EXPECT_NEAR(squared_distance_correlation(x, y), by_definition(x, y), 1e-11);
  EXPECT_NEAR(squared_distance_correlation(coarse, y), by_definition(coarse, y), 1e-11);
  EXPECT_NEAR(squared_distance_correlation(x.array() * 1e-3 + 1e5, y), by_definition(x, y), 1e-6);
  EXPECT_NEAR(squared_distance_correlation(x, x), 1, 1e-12);
}

// Szekely, Rizzo and Bakirov (2007), theorem 7: the closed form for two normal attributes of correlation rho.
TEST(DistanceCorrelation, OfNormalAttributesFollowsFromTheirCorrelation) {
  for (const double rho : {0.0, 0.5, 0.9}) {
    const Matrix z = normals(20'000, 2, 2);
    const Vector x = z.col(0), y = rho * x + std::sqrt(1 - rho * rho) * z.col(1);
    const double expected =
        (rho * std::asin(rho) + std::sqrt(1 - rho * rho) - rho * std::asin(rho / 2) - std::sqrt(4 - rho * rho) + 1) /
        (1 + std::numbers::pi / 3 - std::numbers::sqrt3);
    EXPECT_NEAR(squared_distance_correlation(x, y), expected, 0.01) << rho;
  }
}

TEST(DistanceCorrelation, SeesWhatCorrelationDoesNot) {
  Matrix x = normals(2000, 3, 3);
  EXPECT_LT(strongest_dependence(x).correlation, 0.1);
  x.col(2) = x.col(0).array().square();
  const Dependence found = strongest_dependence(x);
  EXPECT_GT(found.correlation, 0.4);
  EXPECT_EQ(found.first, 0);
  EXPECT_EQ(found.second, 2);
}

TEST(DistanceCorrelation, OfOddInputIsZero) {
  EXPECT_EQ(squared_distance_correlation(Vector::Constant(10, 5), normals(10, 1, 4)), 0);
  EXPECT_EQ(squared_distance_correlation(normals(3, 1, 4), normals(3, 1, 5)), 0);
  EXPECT_EQ(strongest_dependence(Matrix::Zero(20, 1)).correlation, 0);
}

}  // namespace distance_correlation_test
}  // namespace guise::stats
