// SPDX-License-Identifier: Apache-2.0
#include "linalg/pseudo_inverse.h"

#include <gtest/gtest.h>

#include "random/matrices.h"

namespace guise::linalg {
namespace pseudo_inverse_test {

TEST(PseudoInverse, MeetsPenrosesFourConditions) {
  Matrix a = random::gaussian_matrix(5, 7, random::Rng::from_seed(1));
  a.row(4) = a.row(0) + a.row(1);
  for (const Matrix& matrix : {a, Matrix(a.transpose())}) {
    const PseudoInverse found = pseudo_inverse(matrix);
    const Matrix left = matrix * found.inverse, right = found.inverse * matrix;
    EXPECT_EQ(found.rank, 4);
    EXPECT_LT((left * matrix - matrix).norm(), 1e-13);
    EXPECT_LT((right * found.inverse - found.inverse).norm(), 1e-13);
    EXPECT_LT((left - left.transpose()).norm(), 1e-13);
    EXPECT_LT((right - right.transpose()).norm(), 1e-13);
  }
}

TEST(PseudoInverse, CountsRankAndConditionOfWhatItKeeps) {
  const PseudoInverse found = pseudo_inverse(Eigen::Vector4d(1, 1e-11, 1e-13, 0).asDiagonal());
  EXPECT_EQ(found.rank, 2);
  EXPECT_NEAR(found.condition, 1e11, 1);
  EXPECT_EQ(pseudo_inverse(Matrix::Zero(2, 3)).rank, 0);
  EXPECT_EQ(pseudo_inverse(Matrix::Zero(2, 3)).inverse, Matrix::Zero(3, 2));
}

}  // namespace pseudo_inverse_test
}  // namespace guise::linalg
