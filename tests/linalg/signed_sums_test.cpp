// SPDX-License-Identifier: Apache-2.0
#include "linalg/signed_sums.h"

#include <gtest/gtest.h>

namespace guise::linalg {
namespace {

/// +c, 0 and -c, every third entry not 0.
Matrix sparse(Index rows, Index columns) {
  Matrix out = Matrix::Zero(rows, columns);
  for (Index i = 0; i < rows; ++i)
    for (Index j = i % 3; j < columns; j += 3) out(i, j) = (i + j) % 2 == 0 ? 0.7 : -0.7;
  return out;
}

Matrix summed(const SignedSums& sums, const Matrix& x, Index outputs) {
  Matrix out(x.rows(), outputs);
  sums.apply(x, out);
  return out;
}

TEST(SignedSums, EqualTheProduct) {
  std::srand(1);
  for (const auto& [records, columns, outputs] : {std::tuple{1, 7, 3}, {15, 7, 3}, {16, 7, 3}, {1000, 40, 13}, {33, 200, 5}}) {
    const Matrix matrix = sparse(outputs, columns), x = Matrix::Random(records, columns);
    const auto sums = SignedSums::of(matrix);
    ASSERT_TRUE(sums);
    EXPECT_LT((summed(*sums, x, outputs) - x * matrix.transpose()).cwiseAbs().maxCoeff(), 1e-13);
  }
}

TEST(SignedSums, AreTheSameBitsForAnyCut) {
  const Matrix matrix = sparse(5, 30), x = Matrix::Random(100, 30);
  const auto sums = SignedSums::of(matrix);
  const Matrix whole = summed(*sums, x, 5);
  for (Index first = 0; first < 100; first += 7) {
    const Index count = std::min<Index>(7, 100 - first);
    EXPECT_EQ(summed(*sums, x.middleRows(first, count), 5), whole.middleRows(first, count));
  }
}

TEST(SignedSums, AreNotForOtherMatrices) {
  EXPECT_FALSE(SignedSums::of(Matrix::Random(3, 9)));
  EXPECT_FALSE(SignedSums::of(Matrix::Ones(3, 9))) << "a product is as fast";
  EXPECT_FALSE(SignedSums::of(Matrix::Zero(3, 9)));
}

}  // namespace
}  // namespace guise::linalg
