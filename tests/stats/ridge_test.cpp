// SPDX-License-Identifier: Apache-2.0
#include "stats/ridge.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "linalg/solve.h"
#include "random/matrices.h"
#include "support/dense.h"

namespace guise::stats {
namespace ridge_test {

Matrix draw(Index rows, Index columns, std::uint64_t seed) {
  return random::gaussian_matrix(rows, columns, random::Rng::from_seed(seed));
}

Matrix centred(const Matrix& a) {
  return a.rowwise() - a.colwise().mean();
}

/// Predictions by the textbook: mean(x) + (z - mean(z)) (Zc'Zc + l I)^-1 Zc' Xc.
Matrix predict(const Matrix& z, const Matrix& x, double ridge, const Matrix& at) {
  const Matrix zc = centred(z);
  const Matrix w =
      guise::testing::inverse(zc.transpose() * zc + ridge * Matrix::Identity(z.cols(), z.cols())) * zc.transpose() * centred(x);
  return ((at.rowwise() - z.colwise().mean()) * w).rowwise() + x.colwise().mean();
}

/// Leave-one-out error by leaving records out, over that of the mean of the others.
double by_hand(const Matrix& z, const Matrix& x, double ridge) {
  Vector error = Vector::Zero(x.cols()), baseline = error;
  for (Index i = 0; i < z.rows(); ++i) {
    std::vector<Index> others;
    for (Index j = 0; j < z.rows(); ++j)
      if (j != i) others.push_back(j);
    const Matrix rest = x(others, Eigen::all);
    error += (predict(z(others, Eigen::all), rest, ridge, z.row(i)) - x.row(i)).cwiseAbs2().transpose();
    baseline += (rest.colwise().mean() - x.row(i)).cwiseAbs2().transpose();
  }
  return error.cwiseQuotient(baseline).mean();
}

TEST(Ridge, LeaveOneOutErrorIsThatOfLeavingRecordsOut) {
  for (const Index p : {6, 15, 40}) {
    const Matrix z = draw(p, 4, 1), x = z * draw(4, 3, 2) + 0.8 * draw(p, 3, 3);
    const Ridge fit = leave_one_out_ridge(gram_of_features(centred(z)), x);
    EXPECT_NEAR(fit.residual, by_hand(z, x, fit.ridge), 1e-9) << p;
    for (const double factor : {0.1, 10.0}) EXPECT_GE(by_hand(z, x, factor * fit.ridge), fit.residual - 1e-9);
  }
}

/// The same for a kernel, by solving (K + l I) a + c = x, sum a = 0 for the others of every record.
double kernel_by_hand(const Matrix& kernel, const Matrix& x, double ridge) {
  const Index n = kernel.rows() - 1;
  double error = 0;
  for (Index i = 0; i <= n; ++i) {
    std::vector<Index> others;
    for (Index j = 0; j <= n; ++j)
      if (j != i) others.push_back(j);
    Matrix system = Matrix::Ones(n + 1, n + 1), right = Matrix::Zero(n + 1, x.cols());
    system.topLeftCorner(n, n) = kernel(others, others) + ridge * Matrix::Identity(n, n);
    system(n, n) = 0;
    right.topRows(n) = x(others, Eigen::all);
    const Matrix found = linalg::solve(system, right);
    error += (kernel(i, others) * found.topRows(n) + found.row(n) - x.row(i)).squaredNorm();
  }
  return error / (centred(x).squaredNorm() * square((static_cast<double>(n) + 1) / static_cast<double>(n)));
}

/// Bumps so wide that most of the kernel's eigenvalues are rounding errors, the constant's among them; some points twice.
TEST(Ridge, LeaveOneOutErrorOfAKernelIsThatOfLeavingRecordsOut) {
  for (const Index p : {3, 20, 60, 120})
    for (const bool twice : {false, true}) {
      Matrix z = draw(p, 3, 50 + static_cast<std::uint64_t>(p));
      if (twice) z.row(p - 1) = z.row(0) + 1e-9 * draw(1, 3, 51);
      const Matrix x = (2 * z.leftCols(2)).array().sin();
      for (const double width : {4.0, 30.0}) {
        Matrix kernel(p, p);
        for (Index i = 0; i < p; ++i)
          for (Index j = 0; j < p; ++j) kernel(i, j) = std::exp(-(z.row(i) - z.row(j)).squaredNorm() / width);
        // One target at a time: targets count by their own variance.
        const Ridge fit = leave_one_out_ridge(gram_of_kernel(kernel), x.leftCols(1));
        const double expected = kernel_by_hand(kernel, x.leftCols(1), fit.ridge);
        EXPECT_NEAR(fit.residual, expected, 1e-3 * expected + 1e-12) << p << " " << twice << " " << width;
      }
    }
}

TEST(Ridge, WeightsArePrimalRidgeRegression) {
  const Matrix z = draw(12, 5, 4), x = z * draw(5, 2, 5) + draw(12, 2, 6), at = draw(3, 5, 7);
  const Ridge fit = leave_one_out_ridge(gram_of_features(centred(z)), x);
  const Matrix inner = (at.rowwise() - z.colwise().mean()) * centred(z).transpose();
  const Matrix guess = (inner * fit.weights).rowwise() + x.colwise().mean();
  EXPECT_LT((guess - predict(z, x, fit.ridge, at)).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(Ridge, AKernelOfInnerProductsIsTheSameAsItsFeatures) {
  const Matrix z = draw(12, 5, 8), x = draw(12, 2, 9);
  const Ridge features = leave_one_out_ridge(gram_of_features(centred(z)), x);
  const Ridge kernel = leave_one_out_ridge(gram_of_kernel(z * z.transpose()), x);
  EXPECT_NEAR(kernel.residual, features.residual, 1e-9);
  EXPECT_LT((kernel.weights - features.weights).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Ridge, GuessesTheMeanOfWhatDoesNotVary) {
  const Ridge fit = leave_one_out_ridge(gram_of_features(Matrix::Zero(5, 3)), draw(5, 2, 10));
  EXPECT_EQ(fit.weights, Matrix::Zero(5, 2));
  EXPECT_EQ(fit.residual, 1);
  const Ridge constant = leave_one_out_ridge(gram_of_features(centred(draw(5, 3, 11))), Matrix::Constant(5, 2, 7));
  EXPECT_LT(constant.weights.cwiseAbs().maxCoeff(), 1e-9);
}

}  // namespace ridge_test
}  // namespace guise::stats
