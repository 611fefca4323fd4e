// SPDX-License-Identifier: Apache-2.0
#include "stats/cell_information.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random/matrices.h"

namespace guise::stats {
namespace cell_information_test {

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  return random::gaussian_matrix(columns, rows, random::Rng::from_seed(seed)).transpose();
}

TEST(EqualCountCells, HoldEquallyManyAndKeepEqualValuesTogether) {
  EXPECT_EQ(equal_count_cells((Vector(6) << 5, 1, 3, 2, 6, 4).finished(), 3), (std::vector<int>{2, 0, 1, 0, 2, 1}));
  EXPECT_EQ(equal_count_cells((Vector(6) << 7, 7, 7, 7, 1, 9).finished(), 3), (std::vector<int>{1, 1, 1, 1, 0, 2}));
  for (const int cell : equal_count_cells(Vector::Constant(5, 2), 4)) EXPECT_TRUE(cell >= 0 && cell < 4);
}

TEST(MutualInformation, HasTheKnownValues) {
  const std::vector<int> a = {0, 0, 1, 1}, b = {0, 1, 0, 1}, exclusive_or = {0, 1, 1, 0};
  EXPECT_NEAR(mutual_information({a, a}, 2), std::log(2), 1e-15);
  EXPECT_NEAR(mutual_information({a, b}, 2), 0, 1e-15);
  EXPECT_NEAR(mutual_information({a, b, exclusive_or}, 2), std::log(2), 1e-15);  // although every pair is independent
  EXPECT_NEAR(mutual_information({a, a, a}, 2), 2 * std::log(2), 1e-15);
  // A 2 x 2 table of counts 3, 1, 1, 3: sum of p ln(p / (p_i p_j)).
  EXPECT_NEAR(mutual_information({{0, 0, 0, 0, 1, 1, 1, 1}, {0, 0, 0, 1, 0, 1, 1, 1}}, 2),
              2 * (0.375 * std::log(1.5) + 0.125 * std::log(0.5)), 1e-15);
}

TEST(CellTable, TakesAllAttributesAtOnceWhereRecordsSuffice) {
  const random::Rng rng = random::Rng::from_seed(8);
  EXPECT_TRUE(cut_into_cells(normals(350, 3, 7), rng).pairs.empty());
  const CellTable by_pairs = cut_into_cells(normals(350, 6, 7), rng);
  EXPECT_EQ(by_pairs.pairs.size(), 15u);
  double sum = 0;
  for (const auto& pair : by_pairs.pairs)
    sum += mutual_information({by_pairs.columns[pair.first], by_pairs.columns[pair.second]}, by_pairs.cells);
  EXPECT_NEAR(mutual_information(by_pairs), sum, 1e-12);
  EXPECT_EQ(cut_into_cells(normals(100, 60, 7), rng).pairs.size(), 500u);  // drawn from 1770
}

}  // namespace cell_information_test
}  // namespace guise::stats
