// SPDX-License-Identifier: Apache-2.0
#include "table/row_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace guise::table {
namespace row_sum_test {

constexpr Bytes32 kOneSecret{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24};

Bytes32 sum_of(const Matrix& values, const Bytes32& secret = kOneSecret) {
  RowSum sum(secret);
  sum.add({.first_record = 0, .values = values});
  return sum.finish();
}

Matrix draws(Index rows, Index columns) {
  std::mt19937 random(3);
  std::normal_distribution<double> law;
  return Matrix::NullaryExpr(rows, columns, [&] { return law(random); });
}

TEST(RowSum, DoesNotSeeTheOrderOfRowsAndColumnsNorPieces) {
  const Matrix values = draws(3000, 4);
  std::vector<Index> order(3000);
  for (Index i = 0; i < 3000; ++i) order[static_cast<std::size_t>(i)] = i;
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  const Matrix shuffled = values(order, std::vector<Index>{2, 0, 3, 1});
  EXPECT_EQ(sum_of(shuffled), sum_of(values));
  RowSum pieces(kOneSecret);
  for (const auto& [from, count] : {std::pair<Index, Index>{1700, 1300}, {0, 1}, {1, 1699}})
    pieces.add({.first_record = from, .values = values.middleRows(from, count)});
  EXPECT_EQ(pieces.finish(), sum_of(values));
}

TEST(RowSum, SeesEveryChangedCellEveryRowMoreAndAnotherSecret) {
  const Matrix values = draws(50, 3);
  for (Index i = 0; i < 50; ++i)
    for (Index j = 0; j < 3; ++j) {
      Matrix changed = values;
      changed(i, j) = std::nextafter(changed(i, j), 9);
      EXPECT_NE(sum_of(changed), sum_of(values)) << i << ", " << j;
    }
  EXPECT_NE(sum_of(values.topRows(49)), sum_of(values));
  Bytes32 other = kOneSecret;
  other[0] ^= 1;
  EXPECT_NE(sum_of(values, other), sum_of(values));
}

// The bits of 1 and 4 add up to those of 2 and 2; values that change places between rows leave all column sums alone.
TEST(RowSum, TellsRowsApartWhoseValuesAddUpToTheSame) {
  const Matrix one{{1, 4}, {2, 2}, {3, 5}}, two{{2, 2}, {2, 2}, {3, 5}}, swapped{{2, 4}, {1, 2}, {3, 5}};
  EXPECT_NE(sum_of(one), sum_of(two));
  EXPECT_NE(sum_of(one), sum_of(swapped));
}

TEST(RowSum, CountsMissingValuesAsMissingHoweverTheyWereFilled) {
  Matrix gap{{1, 2}, {3, 4}}, filled = gap;
  gap(1, 0) = std::nan("");
  filled(1, 0) = 7;
  RowSum sum(kOneSecret, Vector{{7, 99}});
  sum.add({.first_record = 0, .values = filled});
  EXPECT_EQ(sum.finish(), sum_of(gap));
  RowSum dropped(kOneSecret);
  dropped.add({.first_record = 0, .values = gap, .dropped = {0, 1}});
  EXPECT_EQ(dropped.finish(), sum_of(Matrix{{1, 2}}));
}

// Vectors of docs/random-format.md, computed by tests/cli/random_format.py.
TEST(RowSum, IsTheOneOfTheDocument) {
  Bytes32 secret{};
  for (std::size_t i = 0; i < secret.size(); ++i) secret[i] = static_cast<std::uint8_t>(i);
  EXPECT_EQ(to_hex(sum_of(Matrix{{1, 2.5}, {-0.0, 1e300}, {1, 2.5}}, secret)),
            "18aa5309d4f150ac522a24fdff05913503000000000000000200000000000000");
}

}  // namespace row_sum_test
}  // namespace guise::table
