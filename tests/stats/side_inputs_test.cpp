// SPDX-License-Identifier: Apache-2.0
#include "stats/side_inputs.h"

#include <gtest/gtest.h>

#include <set>

#include "random/matrices.h"

namespace guise::stats {
namespace side_inputs_test {

/// A number of many values, a number of three values, and two categories of two.
SideColumns mixed_columns() {
  constexpr Index n = 60;
  Matrix rows(n, 4);
  rows.col(0) = random::gaussian_matrix(n, 1, random::Rng::from_seed(1).fork("numbers"));
  for (Index i = 0; i < n; ++i)
    rows.row(i).tail(3) << static_cast<double>(i % 3), 1e9 + static_cast<double>(i % 2), -5.0 * (i / 30);
  return {rows, {false, false, true, true}};
}

std::size_t distinct(const Vector& column) {
  return std::set<double>(column.begin(), column.end()).size();
}

TEST(SideInputs, LookAtCategoriesAloneInPairsAndTogether) {
  const SideColumns side = mixed_columns();
  const SideInputs inputs(side);
  const Matrix categories = inputs.categories(side.rows);  // the code, two categories; three pairs; all three
  ASSERT_EQ(categories.cols(), 7);
  EXPECT_EQ(categories.leftCols(3), side.rows.rightCols(3));
  const std::size_t expected[] = {6, 6, 4, 12};
  for (Index j = 0; j < 4; ++j) EXPECT_EQ(distinct(categories.col(3 + j)), expected[j]) << j;
  EXPECT_EQ(distinct(inputs.kinds(side.rows)), 12u);
  EXPECT_EQ(inputs.named(), (std::vector<Index>{1, 2, 5})) << "the two categories, and both together";
  EXPECT_EQ(inputs.coded(), (std::vector<Index>{0, 3, 4, 6})) << "all in which the number of three values is";
}

TEST(SideInputs, NumbersAndFewCategoriesAreNearEachOther) {
  const SideColumns side = mixed_columns();
  const Matrix near = SideInputs(side).near(side.rows);  // two numbers; three, two and two flags
  ASSERT_EQ(near.cols(), 9);
  EXPECT_EQ(near.rightCols(7).sum(), 3 * 60) << "every record has one of each";
}

TEST(SideInputs, ManyCategoriesAreOrderedToo) {
  Matrix rows(240, 1);
  for (Index i = 0; i < 240; ++i) rows(i, 0) = static_cast<double>(i / 2);
  const SideInputs many({rows, {true}}), few({rows.topRows(160), {true}});
  EXPECT_EQ(many.near(rows), rows);
  EXPECT_EQ(many.cuts(rows), rows);
  EXPECT_EQ(many.coded(), std::vector<Index>{0}) << "after what the order says";
  EXPECT_EQ(few.near(rows).cols(), 0);
  EXPECT_EQ(few.named(), std::vector<Index>{0});
}

TEST(SideInputs, ProductsAreAboutTheMedians) {
  const SideColumns side = mixed_columns();
  const Matrix cuts = SideInputs(side).cuts(side.rows);  // two numbers, their product, places of three categories
  ASSERT_EQ(cuts.cols(), 6);
  Vector sorted = side.rows.col(0);
  std::sort(sorted.begin(), sorted.end());
  const Vector product = (side.rows.col(0).array() - sorted[30]) * (side.rows.col(1).array() - 1);
  EXPECT_LT((cuts.col(2) - product).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(distinct(cuts.col(4)), 2u);
  EXPECT_EQ(cuts.col(4).maxCoeff(), 1);
}

TEST(SideInputs, NumbersOfOneKindAreMultipliedAboutZeroAndSubtracted) {
  const Matrix x = random::gaussian_matrix(200, 2, random::Rng::from_seed(2));
  const Matrix cuts = SideInputs({x, {false, false}}).cuts(x);
  ASSERT_EQ(cuts.cols(), 5);
  EXPECT_LT((cuts.col(3) - x.col(0).cwiseProduct(x.col(1))).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((cuts.col(4) - (x.col(0) - x.col(1))).cwiseAbs().maxCoeff(), 1e-12);
  const Matrix away = x.array() + Eigen::RowVector2d(100, 200).replicate(200, 1).array();
  EXPECT_EQ(SideInputs({away, {false, false}}).cuts(away).cols(), 3) << "never 0, and never of one size";
}

TEST(SideInputs, OneCategoryAloneHasNothingButItsMeans) {
  const SideColumns side{mixed_columns().rows.col(2), {true}};
  const SideInputs inputs(side);
  EXPECT_EQ(inputs.categories(side.rows).cols(), 1);
  EXPECT_EQ(inputs.near(side.rows).cols() + inputs.cuts(side.rows).cols(), 0);
}

}  // namespace side_inputs_test
}  // namespace guise::stats
