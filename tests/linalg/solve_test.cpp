// SPDX-License-Identifier: Apache-2.0
#include "linalg/solve.h"

#include <gtest/gtest.h>

namespace guise::linalg {
namespace solve_test {

TEST(Solve, UndoesTheProduct) {
  std::srand(1);
  const Matrix a = Matrix::Random(6, 6), x = Matrix::Random(6, 3), s = a * a.transpose();
  EXPECT_LT((solve(a, a * x) - x).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_LT((solve_symmetric(s, s * x) - x).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((inverse(a) * a - Matrix::Identity(6, 6)).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_NEAR(determinant(Matrix{{2.0, 1.0}, {7.0, 5.0}}), 3, 1e-12);
}

TEST(Solve, VanishesWhereASemidefiniteMatrixDoes) {
  const Matrix a = Matrix{{4.0, 0.0}, {0.0, 0.0}};
  EXPECT_EQ(solve_symmetric(a, Matrix{{2.0}, {0.0}}), (Matrix{{0.5}, {0.0}}));
}

TEST(HouseholderQr, IsAnOrthonormalBasisTimesATriangle) {
  std::srand(2);
  const Matrix a = Matrix::Random(7, 4);
  const Qr thin = householder_qr(a), whole = householder_qr(a, true);
  EXPECT_LT((thin.q * thin.r - a).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT((whole.q.transpose() * whole.q - Matrix::Identity(7, 7)).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_EQ(whole.q.leftCols(4), thin.q);
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < i; ++j) EXPECT_EQ(thin.r(i, j), 0);
}

}  // namespace solve_test
}  // namespace guise::linalg
