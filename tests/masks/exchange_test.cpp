// SPDX-License-Identifier: Apache-2.0
// Data shuffling: exact marginals, kept correlations, and rows that say nothing of their people.
#include <gtest/gtest.h>

#include <algorithm>

#include "masked.h"
#include "stats/empirical.h"

namespace guise::masks {
namespace exchange_test {

constexpr Index kRecords = 5000;

double correlation(const Vector& a, const Vector& b) {
  const Vector x = a.array() - a.mean(), y = b.array() - b.mean();
  return x.dot(y) / (x.norm() * y.norm());
}

Matrix skewed() {
  return (correlated(kRecords, 3).array() - 50).cwiseMin(12).exp();
}

TEST(Exchange, KeepsTheValuesOfEveryColumn) {
  const Matrix values = skewed(), released = masked("exchange", values);
  for (Index j = 0; j < 3; ++j) {
    Vector before = values.col(j), after = released.col(j);
    std::sort(before.begin(), before.end());
    std::sort(after.begin(), after.end());
    EXPECT_EQ(before, after);
  }
}

TEST(Exchange, KeepsTheCorrelationsOfRanks) {
  const Matrix before = stats::normal_scores(skewed()), after = stats::normal_scores(masked("exchange", skewed()));
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < i; ++j)
      EXPECT_NEAR(correlation(after.col(i), after.col(j)), correlation(before.col(i), before.col(j)),
                  5 / std::sqrt(static_cast<double>(kRecords)));
}

TEST(Exchange, SaysNothingOfAPersonInItsRow) {
  const Matrix before = stats::normal_scores(skewed()), after = stats::normal_scores(masked("exchange", skewed()));
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 3; ++j)
      EXPECT_LT(std::abs(correlation(after.col(i), before.col(j))), 5 / std::sqrt(static_cast<double>(kRecords)));
}

TEST(Exchange, IsNewForAnotherKeyAndNotUndone) {
  EXPECT_NE(masked("exchange", skewed(), {.key = 2}), masked("exchange", skewed()));
  EXPECT_FALSE(prepared("exchange", skewed()).can_undo());
  EXPECT_EQ(prepared("exchange", skewed()).card().steps[0].window, 1);
}

TEST(Exchange, TakesColumnsThatAreEqual) {
  Matrix values = skewed();
  values.col(2) = values.col(0);
  const Matrix released = masked("exchange", values);
  EXPECT_EQ(released.col(2), released.col(0));
}

TEST(Exchange, RefusesAConstantColumn) {
  Matrix values = skewed();
  values.col(1).setConstant(2);
  EXPECT_NE(refusal([&] { prepared("exchange", values); }).find("column 'c2' is constant"), std::string::npos);
}

}  // namespace exchange_test
}  // namespace guise::masks
