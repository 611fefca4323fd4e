// SPDX-License-Identifier: Apache-2.0
#include "linalg/signed_sums.h"

#include <gtest/gtest.h>

namespace guise::linalg {
namespace signed_sums_test {

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

class SignedSumsOf : public ::testing::TestWithParam<SumKernel> {};

TEST_P(SignedSumsOf, EqualTheProduct) {
  std::srand(1);
  for (const auto& [records, columns, outputs] : {std::tuple{1, 7, 3}, {15, 7, 3}, {16, 7, 4}, {1000, 40, 13}, {33, 200, 5}}) {
    const Matrix matrix = sparse(outputs, columns), x = Matrix::Random(records, columns);
    const auto sums = SignedSums::of(matrix, GetParam());
    ASSERT_TRUE(sums);
    EXPECT_LT((summed(*sums, x, outputs) - x * matrix.transpose()).cwiseAbs().maxCoeff(), 1e-13);
  }
}

TEST_P(SignedSumsOf, AreTheSameBitsForAnyCutAndKernel) {
  const Matrix matrix = sparse(5, 30), x = Matrix::Random(100, 30);
  const auto sums = SignedSums::of(matrix, GetParam());
  const Matrix whole = summed(*SignedSums::of(matrix, sum_kernels().front()), x, 5);
  for (const Index cut : {7, 16, 50, 100})
    for (Index first = 0; first < 100; first += cut) {
      const Index count = std::min<Index>(cut, 100 - first);
      EXPECT_EQ(summed(*sums, x.middleRows(first, count), 5), whole.middleRows(first, count));
    }
}

// A part of a matrix larger than the caches is written past them; the records beside it stay as they are.
TEST_P(SignedSumsOf, AreTheSameInALargeMatrix) {
  const Matrix matrix = sparse(4, 70), x = Matrix::Random(150, 70);
  const auto sums = SignedSums::of(matrix, GetParam());
  for (const Index rows : {Index{1} << 20, (Index{1} << 20) + 1}) {  // columns that begin at a line of the caches, and others
    Matrix large(rows, 4);
    for (const Index first : {0, 3}) {
      large.topRows(160).setConstant(7);
      sums->apply(x, large.middleRows(first, 150));
      EXPECT_EQ(large.middleRows(first, 150), summed(*sums, x, 4));
      EXPECT_TRUE((large.topRows(first).array() == 7).all() && (large.middleRows(first + 150, 7).array() == 7).all());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, SignedSumsOf, ::testing::ValuesIn(sum_kernels().begin(), sum_kernels().end()),
                         [](const auto& kernel) { return std::string(kernel.param.name); });

TEST(SignedSums, AreNotForOtherMatrices) {
  EXPECT_FALSE(SignedSums::of(Matrix::Random(3, 9)));
  EXPECT_FALSE(SignedSums::of(Matrix::Ones(3, 9))) << "a product is as fast";
  EXPECT_FALSE(SignedSums::of(Matrix::Zero(3, 9)));
}

}  // namespace signed_sums_test
}  // namespace guise::linalg
