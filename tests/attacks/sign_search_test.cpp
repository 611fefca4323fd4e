// SPDX-License-Identifier: Apache-2.0
#include "attacks/sign_search.h"

#include <gtest/gtest.h>

#include <numeric>

#include "population_data.h"
#include "stats/energy.h"

namespace guise::attacks {
namespace sign_search_test {

using random::Rng;

std::vector<Index> all_of(Index m) {
  std::vector<Index> open(static_cast<std::size_t>(m));
  std::iota(open.begin(), open.end(), Index{0});
  return open;
}

/// Symmetric attributes one by one; the sign of each product x_j x_{j+1} x_{j+2} shows in threes.
Matrix entangled(Index rows, Index m, std::uint64_t seed) {
  Matrix x = random::gaussian_matrix(rows, m, Rng::from_seed(seed));
  for (Index j = 2; j < m; ++j) x.col(j) = x.col(j).cwiseAbs().array() * (x.col(j - 1).array() * x.col(j - 2).array()).sign();
  return x;
}

TEST(SignSearch, FindsTheLeastEnergyDistanceOfAllCombinations) {
  const Matrix target = entangled(120, 4, 1), found = entangled(100, 4, 2);
  double best = 1e9;
  Vector expected;
  for (int code = 0; code < 16; ++code) {
    Vector signs(4);
    for (Index j = 0; j < 4; ++j) signs[j] = code >> j & 1 ? -1 : 1;
    const double distance = stats::energy_distance(target, found * signs.asDiagonal());
    if (distance < best) best = distance, expected = signs;
  }
  EXPECT_EQ(search_signs(target, found, Eigen::Vector4d(1, -1, 1, 1), all_of(4), Rng::from_seed(1)), expected);
  const Vector kept = search_signs(target, found, Vector::Constant(4, -1), {1, 3}, Rng::from_seed(1));
  EXPECT_EQ(kept[0], -1);
  EXPECT_EQ(kept[2], -1);
  EXPECT_EQ(search_signs(target, found, expected, {}, Rng::from_seed(1)), expected);
}

/// The same records with some signs changed: energy distance 0 shows when all are found.
void expect_found(Index m, const std::vector<Index>& changed) {
  const Matrix x = testing::skewed(150, m, 1);
  Vector hidden = Vector::Ones(m);
  hidden(changed).setConstant(-1);
  EXPECT_EQ(search_signs(x, x * hidden.asDiagonal(), Vector::Ones(m), all_of(m), Rng::from_seed(1)), hidden);
}

TEST(SignSearch, TriesTenSignsAtOnceInSeveralTasks) {
  expect_found(10, {0, 3, 8, 9});
}

TEST(SignSearch, FindsWhatAllRecordsSayAmongCombinationsThatAFewOrder) {
  const Matrix target = entangled(500, 9, 1), found = entangled(500, 9, 2);
  const Vector signs = search_signs(target, found, Vector::Ones(9), all_of(9), Rng::from_seed(1));
  const double least = stats::energy_distance(target, found * signs.asDiagonal());
  for (int code = 0; code < 512; ++code) {
    Vector other(9);
    for (Index j = 0; j < 9; ++j) other[j] = code >> j & 1 ? -1 : 1;
    EXPECT_GE(stats::energy_distance(target, found * other.asDiagonal()), least * (1 - 1e-9)) << code;
  }
}

TEST(SignSearch, FindsManySignsOneAtATime) {
  expect_found(15, {1, 2, 5, 11, 14});
}

}  // namespace sign_search_test
}  // namespace guise::attacks
