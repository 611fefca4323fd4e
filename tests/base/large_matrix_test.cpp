// SPDX-License-Identifier: Apache-2.0
#include "base/large_matrix.h"

#include <gtest/gtest.h>

namespace guise {
namespace large_matrix_test {

TEST(LargeMatrix, IsAMatrixOfAnySize) {
  for (const Index rows : {0, 1, 1000, 700'000}) {
    Matrix made = large_matrix(rows, 3);
    ASSERT_EQ(made.rows(), rows);
    ASSERT_EQ(made.cols(), 3);
    made.setConstant(2);
    EXPECT_EQ(made.sum(), 6.0 * static_cast<double>(rows));
  }
}

}  // namespace large_matrix_test
}  // namespace guise
