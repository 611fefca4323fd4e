// SPDX-License-Identifier: Apache-2.0
#include "theory/johnson_lindenstrauss.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "random/matrices.h"
#include "theory/projection_error.h"

namespace guise::theory {
namespace johnson_lindenstrauss_test {

TEST(JohnsonLindenstrauss, DimensionsAreThoseOfLemma51) {
  EXPECT_EQ(johnson_lindenstrauss_dimension(100, 0.5), 222);
  EXPECT_EQ(johnson_lindenstrauss_dimension(100, 0.1), 3948);
  EXPECT_EQ(johnson_lindenstrauss_dimension(10'000, 0.2), 2126);
  EXPECT_EQ(johnson_lindenstrauss_dimension(1, 0.5), 1);
}

TEST(JohnsonLindenstrauss, RefusesTolerancesOutsideZeroAndOneAndNoRecords) {
  for (const double epsilon : {0.0, 1.0, -0.1, 2.0}) EXPECT_THROW(johnson_lindenstrauss_dimension(100, epsilon), Error);
  EXPECT_THROW(johnson_lindenstrauss_dimension(100, 1e-12), Error);
  EXPECT_THROW(johnson_lindenstrauss_dimension(0, 0.5), Error);
}

// papers.md, paper 000: 50 of 50 random maps of 100 records keep all distances to eps = .5 at k = 222. One map fails with
// a probability of 1 % at most, by the union bound; the seed is fixed.
TEST(JohnsonLindenstrauss, EveryOneOfFiftyGaussianMapsKeepsAllDistances) {
  constexpr Index records = 100, attributes = 300, k = 222;
  EXPECT_GT(every_pair_probability(records, 0.5, k), 0.99);
  const random::Rng rng = random::Rng::from_seed(1);
  const Matrix x = random::gaussian_matrix(records, attributes, rng.fork("records"));
  for (std::uint32_t draw = 0; draw < 50; ++draw) {
    const Matrix r = random::gaussian_matrix(k, attributes, rng.fork("map").with_step(draw)) / std::sqrt(double(k));
    const Matrix u = x * r.transpose();
    for (Index i = 0; i < records; ++i)
      for (Index j = 0; j < i; ++j) {
        const double ratio = (u.row(i) - u.row(j)).squaredNorm() / (x.row(i) - x.row(j)).squaredNorm();
        ASSERT_TRUE(ratio > 0.5 && ratio < 1.5) << ratio;
      }
  }
}

TEST(JohnsonLindenstrauss, TheProbabilityForAllPairsIsTheUnionBoundOfOne) {
  EXPECT_EQ(every_pair_probability(2, 0.3, 100), gaussian_distance_probability(0.3, 100));
  EXPECT_EQ(every_pair_probability(1, 0.3, 1), 1);
  EXPECT_EQ(every_pair_probability(1'000'000, 0.1, 10), 0);
}

}  // namespace johnson_lindenstrauss_test
}  // namespace guise::theory
