// SPDX-License-Identifier: Apache-2.0
#include "linalg/pairwise.h"

#include <gtest/gtest.h>

#include "random/matrices.h"

namespace guise::linalg {
namespace pairwise_test {

TEST(SquaredDistances, AreThoseOfTheDifferences) {
  const Matrix a = random::gaussian_matrix(7, 3, random::Rng::from_seed(1)),
               b = random::gaussian_matrix(5, 3, random::Rng::from_seed(2));
  const Matrix squared = squared_distances(a, b);
  for (Index i = 0; i < 7; ++i)
    for (Index j = 0; j < 5; ++j) EXPECT_NEAR(squared(i, j), (a.row(i) - b.row(j)).squaredNorm(), 1e-14);
}

TEST(SquaredDistances, AreNeverNegative) {
  const Matrix a = random::gaussian_matrix(50, 3, random::Rng::from_seed(3)).array() + 1e6;
  EXPECT_GE(squared_distances(a, a).minCoeff(), 0);
}

}  // namespace pairwise_test
}  // namespace guise::linalg
