// SPDX-License-Identifier: Apache-2.0
#include "linalg/least_l1.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "random/laws.h"
#include "random/matrices.h"
#include "support/dense.h"

namespace guise::linalg {
namespace least_l1_test {

using random::Rng;

/// The least sum over all bases, every one tried: A_B^-1 u for each choice B of k columns.
double least_of_all_bases(const Matrix& a, const Vector& u) {
  const Index k = a.rows(), m = a.cols();
  std::vector<Index> basis(static_cast<std::size_t>(k));
  for (Index i = 0; i < k; ++i) basis[static_cast<std::size_t>(i)] = i;
  double least = std::numeric_limits<double>::infinity();
  while (true) {
    const Matrix square = a(Eigen::all, basis);
    if (std::abs(guise::testing::determinant(square)) > 1e-9)
      least = std::min(least, (guise::testing::inverse(square) * u).lpNorm<1>());
    Index i = k - 1;
    while (i >= 0 && basis[static_cast<std::size_t>(i)] == m - k + i) --i;
    if (i < 0) return least;
    ++basis[static_cast<std::size_t>(i)];
    for (Index j = i + 1; j < k; ++j) basis[static_cast<std::size_t>(j)] = basis[static_cast<std::size_t>(j - 1)] + 1;
  }
}

Matrix laplace(Index rows, Index columns, std::uint64_t seed) {
  Matrix out(rows, columns);
  random::fill_laplace(Rng::from_seed(seed).fork("laplace"), 0, 0, {out.data(), static_cast<std::size_t>(out.size())});
  return out;
}

void expect_least(const Matrix& a, const Matrix& right, double tolerance) {
  const Matrix z = LeastL1(a).solve(right);
  EXPECT_LT((z * a.transpose() - right).cwiseAbs().maxCoeff(), 1e-10 * right.cwiseAbs().maxCoeff());
  for (Index i = 0; i < right.rows(); ++i) {
    const double least = least_of_all_bases(a, right.row(i).transpose());
    EXPECT_NEAR(z.row(i).lpNorm<1>(), least, tolerance * least) << i;
  }
}

TEST(LeastL1, EqualsTheBestOfAllBases) {
  for (const auto& [k, m] : {std::pair{1, 2}, {1, 6}, {2, 3}, {2, 5}, {3, 4}, {4, 9}, {5, 10}, {6, 7}}) {
    SCOPED_TRACE(::testing::Message() << k << " of " << m);
    const Matrix a = random::gaussian_matrix(k, m, Rng::from_seed(static_cast<std::uint64_t>(10 * k + m)));
    expect_least(a, laplace(20, m, 1) * a.transpose(), 1e-9);
    EXPECT_GT(LeastL1(a).listed_corners(), 0);
  }
}

TEST(LeastL1, EqualsTheBestOfAllBasesWhenCornersAreTooManyToList) {
  const Matrix a = random::gaussian_matrix(8, 16, Rng::from_seed(2));
  EXPECT_EQ(LeastL1(a).listed_corners(), 0);
  expect_least(a, laplace(4, 16, 3) * a.transpose(), 1e-9);
}

// Signs: many constraints meet in a corner and several z have the least sum.
TEST(LeastL1, CopesWithTies) {
  for (const auto& [k, m] : {std::pair{2, 4}, {3, 6}, {4, 8}}) {
    Matrix a = random::sign_matrix(k, m, Rng::from_seed(4));
    a.leftCols(k) += Matrix::Identity(k, k);
    expect_least(a, laplace(20, m, 5) * a.transpose(), 1e-8);
    expect_least(a, laplace(20, m, 5).array().round().matrix() * a.transpose(), 1e-8);
  }
  const Matrix wide = random::sign_matrix(10, 24, Rng::from_seed(6));
  const Matrix right = laplace(200, 24, 7).array().round().matrix() * wide.transpose(), z = LeastL1(wide).solve(right);
  EXPECT_LT((z * wide.transpose() - right).cwiseAbs().maxCoeff(), 1e-9);
}

/// No p with |A'p| <= 1 has u'p above the least sum, and the one of the answer's signs reaches it.
TEST(LeastL1, MeetsItsDualInLargerProblems) {
  for (const auto& [k, m] : {std::pair{10, 20}, {20, 60}, {30, 33}}) {
    const Matrix a = random::gaussian_matrix(k, m, Rng::from_seed(8)), right = laplace(50, m, 9) * a.transpose();
    const Matrix z = LeastL1(a).solve(right);
    EXPECT_LT((z * a.transpose() - right).cwiseAbs().maxCoeff(), 1e-9 * right.cwiseAbs().maxCoeff());
    for (Index i = 0; i < 50; ++i) {
      std::vector<Index> basis;
      for (Index j = 0; j < m; ++j)
        if (z(i, j) != 0) basis.push_back(j);
      ASSERT_EQ(static_cast<Index>(basis.size()), k);
      const Vector sign = z(i, basis).array().sign().transpose();
      const Vector p = guise::testing::inverse(Matrix(a(Eigen::all, basis)).transpose()) * sign;
      EXPECT_LT((a.transpose() * p).cwiseAbs().maxCoeff(), 1 + 1e-7);
    }
  }
}

TEST(LeastL1, LeavesColumnsOfZerosAtZero) {
  Matrix a = random::gaussian_matrix(2, 5, Rng::from_seed(10));
  a.col(3).setZero();
  EXPECT_EQ(LeastL1(a).solve(laplace(50, 5, 11) * a.transpose()).col(3).cwiseAbs().maxCoeff(), 0);
  EXPECT_EQ(LeastL1(a).solve(Matrix::Zero(3, 2)), Matrix::Zero(3, 5));
}

TEST(LeastL1, FindsSparseOriginalsExactly) {
  Matrix z = Matrix::Zero(100, 20);
  for (Index i = 0; i < 100; ++i) z(i, i % 20) = 1 + static_cast<double>(i), z(i, (7 * i + 3) % 20) = -2;
  const Matrix a = random::gaussian_matrix(10, 20, Rng::from_seed(12));
  EXPECT_LT((LeastL1(a).solve(z * a.transpose()) - z).cwiseAbs().maxCoeff(), 1e-9);
}

}  // namespace least_l1_test
}  // namespace guise::linalg
