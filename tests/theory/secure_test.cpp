// SPDX-License-Identifier: Apache-2.0
#include "theory/secure.h"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "base/error.h"
#include "random/laws.h"
#include "random/matrices.h"
#include "support/dense.h"

namespace guise::theory {
namespace secure_test {

Matrix signs(Index k, Index m, std::uint64_t seed) {
  std::vector<double> entries(static_cast<std::size_t>(k * m));
  random::fill_sign(random::Rng::from_seed(seed), 0, 0, entries);
  return Eigen::Map<const Matrix>(entries.data(), k, m);
}

Index rank_of(const Matrix& r) {
  const Vector values = testing::svd(r).values;
  return (values.array() > 1e-9 * std::max(1.0, values[0])).count();
}

/// The definition: the most columns of which any can be removed while the rows stay independent.
Index level_by_definition(const Matrix& r) {
  Index fewest = r.cols();
  for (std::uint32_t removed = 0; removed < 1u << r.cols(); ++removed) {
    Matrix kept = r;
    for (Index j = 0; j < r.cols(); ++j)
      if (removed >> j & 1) kept.col(j).setZero();
    if (rank_of(kept) < r.rows()) fewest = std::min<Index>(fewest, std::popcount(removed));
  }
  return fewest - 1;
}

TEST(SecureLevel, OfGenericMatricesIsAttributesMinusK) {
  for (const auto& [k, m] : {std::pair{2, 3}, {3, 5}, {4, 7}, {3, 8}, {5, 5}, {1, 4}}) {
    const SecureLevel found =
        secure_level(random::gaussian_matrix(k, m, random::Rng::from_seed(static_cast<std::uint64_t>(m))));
    EXPECT_EQ(found.level, m - k) << k << " x " << m;
    EXPECT_EQ(found.level, generic_secure_level(k, m));
    EXPECT_TRUE(found.exact);
    for (Index e = 1; e <= k; ++e) EXPECT_EQ(found.unknowns[static_cast<std::size_t>(e - 1)], generic_unknowns(k, m, e));
    EXPECT_EQ(static_cast<Index>(found.exposed.size()), found.level + 1);
  }
}

// papers.md, paper 000: l = 2 gives 5 unknowns in 3 equations, l = 1 gives 3 in 2: the minimum of Theorem 6.1 is met.
TEST(SecureLevel, MeetsTheMinimumOfTheorem61WithEquality) {
  for (const auto& [k, m, l] : {std::tuple{3, 5, 2}, {2, 3, 1}, {4, 6, 2}}) {
    const SecureLevel found = secure_level(random::gaussian_matrix(k, m, random::Rng::from_seed(8)));
    ASSERT_EQ(found.level, l);
    EXPECT_EQ(found.unknowns[static_cast<std::size_t>(l)], 2 * l + 1);
  }
}

TEST(SecureLevel, IsTheDefinitionForStructuredMatrices) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Matrix r = signs(2 + static_cast<Index>(seed % 3), 7, seed);
    if (rank_of(r) < r.rows()) continue;
    const SecureLevel found = secure_level(r);
    EXPECT_EQ(found.level, level_by_definition(r)) << r;
    EXPECT_EQ(found.unknowns.back(), 7);
  }
}

TEST(SecureLevel, OfSignsIsAtMostHalfTheAttributes) {
  // Sum and difference of two rows of signs are zero on complementary sets.
  for (std::uint64_t seed = 0; seed < 10; ++seed) EXPECT_LE(secure_level(signs(3, 12, seed)).level, 5);
}

TEST(SecureLevel, NamesTheUnknownsThatAreGivenAway) {
  const SecureLevel found = secure_level((Matrix(2, 4) << 1, 1, 3, 1, 1, 1, 3, 5).finished());
  EXPECT_EQ(found.level, 0);
  EXPECT_EQ(found.exposed, std::vector<Index>{3});
  EXPECT_EQ(found.disclosed, std::vector<Index>{3});
}

TEST(SecureLevel, CountsRepeatedRowsOnce) {
  const Matrix generic = random::gaussian_matrix(2, 5, random::Rng::from_seed(6));
  const Matrix repeated = (Matrix(3, 5) << generic, generic.row(0) + generic.row(1)).finished();
  const SecureLevel found = secure_level(repeated);
  EXPECT_EQ(found.rank, 2);
  EXPECT_EQ(found.level, 3);
}

TEST(SecureLevel, OfManyColumnsIsTheGenericBound) {
  const SecureLevel found = secure_level(random::gaussian_matrix(30, 100, random::Rng::from_seed(9)));
  EXPECT_FALSE(found.exact);
  EXPECT_EQ(found.level, 70);
}

TEST(SecureLevel, OfManyColumnsFindsShortRowsAndPairsOfRows) {
  Matrix r = random::gaussian_matrix(10, 40, random::Rng::from_seed(10));
  r.row(4).setZero();
  r(4, 7) = 2, r(4, 31) = -1;
  const SecureLevel found = secure_level(r);
  EXPECT_FALSE(found.exact);
  EXPECT_EQ(found.level, 1);
  EXPECT_EQ(found.exposed, (std::vector<Index>{7, 31}));
  r.row(4) += 3 * r.row(2);  // the same equation, spread over two rows
  EXPECT_EQ(secure_level(r).exposed, (std::vector<Index>{7, 31}));
  EXPECT_LE(secure_level(signs(10, 40, 1)).level, 19);
}

TEST(SecureLevel, RefusesZeroMatricesAndImpossibleSizes) {
  EXPECT_THROW(secure_level(Matrix::Zero(2, 3)), Error);
  EXPECT_THROW(generic_secure_level(4, 3), Error);
  EXPECT_THROW(generic_secure_level(0, 3), Error);
  EXPECT_THROW(generic_unknowns(2, 3, 3), Error);
}

}  // namespace secure_test
}  // namespace guise::theory
