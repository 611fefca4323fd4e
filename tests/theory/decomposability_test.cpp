// SPDX-License-Identifier: Apache-2.0
#include "theory/decomposability.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "random/matrices.h"
#include "support/dense.h"

namespace guise::theory {
namespace decomposability_test {

/// A row b with b R zero outside the group and nowhere zero inside it, drawn from all rows that are zero outside: by chance it
/// vanishes inside only where it must.
bool has_filter(const Matrix& r, const std::vector<Index>& group_of, Index group, const random::Rng& rng) {
  Matrix outside = Matrix::Zero(r.rows(), r.cols());
  for (Index j = 0; j < r.cols(); ++j)
    if (group_of[static_cast<std::size_t>(j)] != group) outside.col(j) = r.col(j);
  const testing::Eigenpairs pairs = testing::eigenpairs(outside * outside.transpose());
  Vector b = Vector::Zero(r.rows());
  const Matrix weights = random::gaussian_matrix(r.rows(), 1, rng);
  for (Index i = 0; i < r.rows(); ++i)
    if (pairs.values[i] < 1e-10) b += weights(i, 0) * pairs.vectors.col(i);
  for (Index j = 0; j < r.cols(); ++j)
    if (group_of[static_cast<std::size_t>(j)] == group && std::abs(b.dot(r.col(j))) < 1e-6) return false;
  return true;
}

/// Definition 4.2 word by word: the largest l for which some B makes B R a generalized partition matrix, over all partitions.
Index groups_by_definition(const Matrix& r, std::vector<Index>& group_of, Index groups, const random::Rng& rng) {
  if (static_cast<Index>(group_of.size()) == r.cols()) {
    for (Index g = 0; g < groups; ++g)
      if (!has_filter(r, group_of, g, rng)) return 0;
    return groups;
  }
  Index best = 0;
  for (Index g = 0; g <= groups; ++g) {
    group_of.push_back(g);
    best = std::max(best, groups_by_definition(r, group_of, std::max(groups, g + 1), rng));
    group_of.pop_back();
  }
  return best;
}

/// Matrices of all kinds: generic, small integers (many dependent columns), repeated columns, and block-diagonal ones.
Matrix example(int number, const random::Rng& rng) {
  const Index k = 2 + number % 3, m = 3 + number % 4;
  Matrix r = random::gaussian_matrix(k, m, rng.with_step(static_cast<std::uint32_t>(number)));
  if (number % 4 == 1) r = r.array().round();
  if (number % 4 == 2) r.col(m - 1) = 2 * r.col(0);
  if (number % 4 == 3) {
    r.topRightCorner(1, m - 2).setZero();
    r.bottomLeftCorner(k - 1, 2).setZero();
  }
  return r;
}

TEST(Decompose, AgreesWithTheDefinitionOnFortyMatrices) {
  const random::Rng rng = random::Rng::from_seed(11);
  Index finest = 0;
  for (int number = 0; number < 40; ++number) {
    const Matrix r = example(number, rng.fork("matrix"));
    std::vector<Index> group_of;
    const Index expected = groups_by_definition(r, group_of, 0, rng.fork("filter"));
    EXPECT_EQ(static_cast<Index>(decompose(r).groups.size()), expected) << number << "\n" << r;
    finest = std::max(finest, expected);
  }
  EXPECT_GE(finest, 3);  // the examples are not all of one kind
}

TEST(Decompose, OfGenericMatricesIsTheorem44) {
  for (const auto& [k, m, two] :
       {std::tuple{3, 4, true}, {4, 6, true}, {2, 3, false}, {3, 5, false}, {4, 7, false}, {5, 5, true}, {6, 8, true}}) {
    const Matrix r = random::gaussian_matrix(k, m, random::Rng::from_seed(static_cast<std::uint64_t>(100 * k + m)));
    const Decomposition found = decompose(r);
    EXPECT_EQ(found.groups.size() >= 2, two) << k << " x " << m;
    EXPECT_EQ(static_cast<std::int64_t>(found.groups.size()), generic_groups(k, m)) << k << " x " << m;
    EXPECT_EQ(found.separable.empty(), k < m) << k << " x " << m;
  }
}

TEST(GenericGroups, SplitInTwoExactlyUpToTwiceKMinusTwo) {
  for (std::int64_t k = 1; k <= 12; ++k)
    for (std::int64_t m = 2; m <= 30; ++m) EXPECT_EQ(generic_groups(k, m) >= 2, m <= std::max(k, 2 * k - 2)) << k << " " << m;
}

TEST(Decompose, GroupsAreAPartition) {
  const Decomposition found = decompose(random::gaussian_matrix(6, 8, random::Rng::from_seed(2)));
  std::vector<Index> all;
  for (const auto& group : found.groups) all.insert(all.end(), group.begin(), group.end());
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, (std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(Decompose, FindsTheAttributeThatStandsAlone) {
  const Matrix r = (Matrix(2, 3) << 1, 2, 0, 0, 0, 5).finished();
  const Decomposition found = decompose(r);
  EXPECT_EQ(found.groups, (std::vector<std::vector<Index>>{{0, 1}, {2}}));
  EXPECT_EQ(found.separable, std::vector<Index>{2});
}

TEST(Decompose, OfAZeroColumnIsNothing) {
  EXPECT_TRUE(decompose((Matrix(2, 3) << 1, 0, 0, 0, 0, 1).finished()).groups.empty());
  EXPECT_TRUE(decompose(Matrix::Zero(2, 2)).groups.empty());
  EXPECT_TRUE(separable_columns(Matrix::Zero(2, 2)).empty());
}

TEST(Decompose, RefusesMoreColumnsThanCanBeSearched) {
  EXPECT_THROW(decompose(Matrix::Ones(2, kMostDecomposed + 1)), Error);
  EXPECT_EQ(decompose(random::gaussian_matrix(12, kMostDecomposed, random::Rng::from_seed(4))).groups.size(), 3u);
}

}  // namespace decomposability_test
}  // namespace guise::theory
