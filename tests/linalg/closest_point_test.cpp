// SPDX-License-Identifier: Apache-2.0
#include "linalg/closest_point.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "random/matrices.h"
#include "support/dense.h"

namespace guise::linalg {
namespace closest_point_test {

using random::Rng;

Matrix gaussian(Index rows, Index columns, std::uint64_t seed) {
  return random::gaussian_matrix(rows, columns, Rng::from_seed(seed));
}

TEST(ReduceBasis, KeepsTheLatticeAndShortensItsVectors) {
  for (const Index size : {2, 5, 12}) {
    // Nearly dependent columns: one heavy row, as an exact equation on whole numbers is.
    Matrix basis(size + 1, size);
    basis << 1e9 * gaussian(1, size, 1), Matrix::Identity(size, size);
    const ReducedBasis reduced = reduce_basis(basis);
    EXPECT_EQ(reduced.change, reduced.change.array().round().matrix());
    EXPECT_NEAR(std::abs(guise::testing::determinant(reduced.change)), 1, 1e-3);
    const Matrix now = basis * reduced.change;
    EXPECT_LT((reduced.turn * reduced.triangle - now).norm(), 1e-6 * now.norm());
    // Hadamard's ratio: 1 for orthogonal vectors; LLL promises 2^(m(m-1)/4) and gets far less.
    double lengths = 0, volume = 0;
    for (Index j = 0; j < size; ++j) {
      lengths += std::log(now.col(j).norm());
      volume += std::log(std::abs(reduced.triangle(j, j)));
      for (Index i = 0; i < j; ++i) EXPECT_LE(std::abs(reduced.triangle(i, j)), 0.51 * std::abs(reduced.triangle(i, i)));
    }
    EXPECT_LT(lengths - volume, 0.3 * static_cast<double>(size));
  }
}

/// Every point of the box.
ClosestPoint::Point nearest_of_all(const Matrix& basis, const Vector& target, Index reach) {
  const Index m = basis.cols(), side = 2 * reach + 1;
  ClosestPoint::Point best{{}, std::numeric_limits<double>::infinity()};
  for (Index number = 0, count = static_cast<Index>(std::pow(side, m)); number < count; ++number) {
    Vector x(m);
    for (Index j = 0, rest = number; j < m; ++j, rest /= side) x[j] = static_cast<double>(rest % side - reach);
    const double squared = (basis * x - target).squaredNorm();
    if (squared < best.squared) best = {x, squared};
  }
  return best;
}

TEST(ClosestPoint, IsTheNearestOfAllInTheBox) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Index m = 2 + static_cast<Index>(seed % 3), reach = 3;
    const Matrix basis = gaussian(m + 1, m, seed);
    const Vector target = 2 * gaussian(m + 1, 1, 100 + seed), side = Vector::Constant(m, 3);
    const ClosestPoint::Point expected = nearest_of_all(basis, target, reach);
    const ClosestPoint::Found found = ClosestPoint(basis).find(target, -side, side, {});
    ASSERT_FALSE(found.points.empty());
    EXPECT_TRUE(found.complete);
    EXPECT_EQ(found.points[0].x, expected.x) << seed;
  }
}

TEST(ClosestPoint, ListsAllWithinTheSlack) {
  const Matrix basis = gaussian(3, 3, 7);
  const Vector target = gaussian(3, 1, 8), side = Vector::Constant(3, 4);
  const double slack = 5;
  std::size_t expected = 0;
  const double least = nearest_of_all(basis, target, 4).squared;
  for (int a = -4; a <= 4; ++a)
    for (int b = -4; b <= 4; ++b)
      for (int c = -4; c <= 4; ++c) expected += (basis * Eigen::Vector3d(a, b, c) - target).squaredNorm() <= least + slack;
  ASSERT_LT(expected, ClosestPoint::kMostPoints);
  const auto found = ClosestPoint(basis).find(target, -side, side, {.slack = slack});
  EXPECT_EQ(found.points.size(), expected);
  for (const auto& point : found.points) EXPECT_NEAR(point.squared, (basis * point.x - target).squaredNorm(), 1e-9);
}

TEST(ClosestPoint, StopsAtItsBudgetAndSaysSo) {
  const Matrix basis = gaussian(20, 20, 9);
  const Vector side = Vector::Constant(20, 100);
  EXPECT_FALSE(ClosestPoint(basis).find(30 * gaussian(20, 1, 10), -side, side, {.slack = 100, .budget = 500}).complete);
}

}  // namespace closest_point_test
}  // namespace guise::linalg
