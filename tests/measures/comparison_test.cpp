// SPDX-License-Identifier: Apache-2.0
// Comparisons: the sums against the formulas written out, and merging.
#include "measures/comparison.h"

#include <gtest/gtest.h>

#include "compared.h"
#include "measures/comparer.h"
#include "random/matrices.h"

namespace guise::measures {
namespace comparison_test {

/// Truth around `mean`, and the truth with errors of half its spread.
struct Pair {
  Matrix truth, guess;
};
Pair pair(Index records, Index attributes, double mean) {
  const random::Rng rng = random::Rng::from_seed(5);
  Pair made{random::gaussian_matrix(records, attributes, rng.fork("truth")), {}};
  made.guess = made.truth + 0.5 * random::gaussian_matrix(records, attributes, rng.fork("error"));
  made.truth.array() += mean;
  made.guess.array() += mean;
  return made;
}

double centred_product(const Matrix& a, const Matrix& b, Index j) {
  return ((a.col(j).array() - a.col(j).mean()) * (b.col(j).array() - b.col(j).mean())).sum();
}

void expect_equal(const GroupSums& p, const GroupSums& q, double relative) {
  const auto near = [&](double x, double y, double size) { EXPECT_NEAR(x, y, relative * size); };
  near(p.truth, q.truth, std::abs(q.truth));
  near(p.guess, q.guess, std::abs(q.guess));
  near(p.truth_square, q.truth_square, q.truth_square);
  near(p.guess_square, q.guess_square, q.guess_square);
  near(p.cross, q.cross, std::sqrt(q.truth_square * q.guess_square));
  near(p.error, q.error, std::sqrt(q.squared_error) * 100);
  near(p.squared_error, q.squared_error, q.squared_error);
  EXPECT_TRUE(std::equal(std::begin(p.within), std::end(p.within), std::begin(q.within)));
  EXPECT_TRUE(std::equal(std::begin(p.recovered), std::end(p.recovered), std::begin(q.recovered)));
}

void expect_equal(const Comparison& a, const Comparison& b, double relative) {
  ASSERT_EQ(a.records(), b.records());
  const auto near = [&](double x, double y, double size) { EXPECT_NEAR(x, y, relative * size); };
  for (std::size_t j = 0; j < a.attributes().size(); ++j) {
    const auto &p = a.attributes()[j], &q = b.attributes()[j];
    near(p.error, q.error, std::sqrt(q.squared_error * static_cast<double>(b.records())));
    near(p.squared_error, q.squared_error, q.squared_error);
    near(p.cross, q.cross, std::abs(q.cross));
    EXPECT_TRUE(std::equal(std::begin(p.within), std::end(p.within), std::begin(q.within)));
    EXPECT_TRUE(std::equal(std::begin(p.recovered), std::end(p.recovered), std::begin(q.recovered)));
    EXPECT_EQ(p.truth.cells(), q.truth.cells());
    EXPECT_EQ(p.guess.cells(), q.guess.cells());
    EXPECT_EQ(p.absolute_error.cells(), q.absolute_error.cells());
    for (std::size_t group = 0; group < kGroups; ++group)
      expect_equal(a.groups().at(group, j), b.groups().at(group, j), relative);
  }
  EXPECT_EQ(a.groups().records(), b.groups().records());
}

TEST(Comparison, SumsAreThoseOfTheFormulas) {
  const Pair p = pair(2500, 3, 10);
  const Comparison comparison = compared(p.truth, p.guess);
  const Vector sd = population_sd(p.truth);
  const Matrix error = p.truth - p.guess;
  for (Index j = 0; j < 3; ++j) {
    const auto& sums = comparison.attributes()[static_cast<std::size_t>(j)];
    EXPECT_NEAR(sums.error, error.col(j).sum(), 1e-10);
    EXPECT_NEAR(sums.squared_error, error.col(j).squaredNorm(), 1e-10);
    EXPECT_NEAR(sums.cross, centred_product(p.truth, p.guess, j), 1e-9);
    for (std::size_t t = 0; t < std::size(kWithin); ++t)
      EXPECT_EQ(sums.within[t], (error.col(j).array().abs() <= kWithin[t] * sd[j]).count());
    for (std::size_t t = 0; t < std::size(kRecovery); ++t)
      EXPECT_EQ(sums.recovered[t], (error.col(j).array().abs() <= kRecovery[t] * p.truth.col(j).array().abs()).count());
    EXPECT_EQ(sums.truth.count(), 2500);
    EXPECT_EQ(sums.absolute_error.count(), 2500);
  }
}

TEST(Comparison, DealsRecordsOutToGroupsInTurn) {
  const Index n = 2500, groups = static_cast<Index>(kGroups);
  const Pair p = pair(n, 2, 1e6);
  const Comparison comparison = compared(p.truth, p.guess);
  std::int64_t records = 0;
  for (Index group = 0; group < groups; ++group) {
    std::vector<Index> rows;
    for (Index i = group; i < n; i += groups) rows.push_back(i);
    const Matrix x = p.truth(rows, Eigen::all), g = p.guess(rows, Eigen::all);
    const GroupSums& sums = comparison.groups().at(static_cast<std::size_t>(group), 1);
    const Vector e = x.col(1) - g.col(1);
    records += comparison.groups().records(static_cast<std::size_t>(group));
    EXPECT_EQ(comparison.groups().records(static_cast<std::size_t>(group)), x.rows());
    EXPECT_NEAR(sums.truth, x.col(1).mean(), 1e-9);
    EXPECT_NEAR(sums.guess_square, centred_product(g, g, 1), 1e-6);
    EXPECT_NEAR(sums.cross, centred_product(x, g, 1), 1e-6);
    EXPECT_NEAR(sums.error, e.sum(), 1e-9);
    EXPECT_NEAR(sums.squared_error, e.squaredNorm(), 1e-9);
    EXPECT_EQ(sums.within[3], (e.array().abs() <= 0.5 * population_sd(p.truth)[1]).count());
  }
  EXPECT_EQ(records, n);
}

TEST(Comparison, MergeOfAnySplitEqualsOnePass) {
  const Pair p = pair(5000, 2, 100);
  const Vector sd = population_sd(p.truth);
  const Comparison whole = compared(p.truth, p.guess);
  for (const Index cut : {1, 3, 1023, 1024, 1025, 2500, 4999}) {
    Comparison first(sd), rest(sd);
    first.add(p.truth.topRows(cut), p.guess.topRows(cut));
    rest.add(p.truth.bottomRows(5000 - cut), p.guess.bottomRows(5000 - cut));
    first.merge(rest);
    expect_equal(first, whole, 1e-12);
  }
  // In three parts, the last two first; the second is shorter than there are groups.
  Comparison first(sd), second(sd), third(sd);
  first.add(p.truth.topRows(40), p.guess.topRows(40));
  second.add(p.truth.middleRows(40, 7), p.guess.middleRows(40, 7));
  third.add(p.truth.bottomRows(4953), p.guess.bottomRows(4953));
  second.merge(third);
  first.merge(second);
  expect_equal(first, whole, 1e-12);
}

TEST(Comparer, GivesTheSameBitsInAnyOrderOfPieces) {
  const Pair p = pair(5000, 2, 100);
  const Vector sd = population_sd(p.truth);
  Comparer forwards(sd), backwards(sd);
  for (Index piece = 0; piece < 5; ++piece) {
    const Index back = 4 - piece;
    forwards.add(piece, p.truth.middleRows(1000 * piece, 1000), p.guess.middleRows(1000 * piece, 1000));
    backwards.add(back, p.truth.middleRows(1000 * back, 1000), p.guess.middleRows(1000 * back, 1000));
  }
  const Comparison found = forwards.finish();
  expect_equal(found, backwards.finish(), 0);
  expect_equal(found, compared(p.truth, p.guess), 1e-12);
}

TEST(Comparison, SelectsAttributes) {
  const Pair p = pair(2000, 3, 5);
  const Comparison some = compared(p.truth, p.guess).select({2, 0});
  Matrix truth(2000, 2), guess(2000, 2);
  truth << p.truth.col(2), p.truth.col(0);
  guess << p.guess.col(2), p.guess.col(0);
  const Comparison expected = compared(truth, guess);
  expect_equal(some, expected, 1e-15);
  for (const Measure* measure : all_measures()) {
    const auto one = measure->compute(some).pooled, other = measure->compute(expected).pooled;
    for (std::size_t key = 0; key < one.size(); ++key) EXPECT_NEAR(one[key].value, other[key].value, 1e-12) << measure->name;
  }
}

TEST(Comparison, MergingNothingChangesNothing) {
  const Pair p = pair(100, 2, 0);
  const Comparison whole = compared(p.truth, p.guess);
  Comparison left, right = whole;
  left.merge(whole);
  right.merge(Comparison(population_sd(p.truth)));
  expect_equal(left, whole, 0);
  expect_equal(right, whole, 0);
}

TEST(Comparison, LargeMeansCostNoDigits) {
  // At 1e9 doubles are 1.2e-7 apart: errors and cross products of rounded inputs differ by about 1e-7 relative, not by 1e9
  // times more.
  const Comparison near = compared(pair(3000, 1, 0).truth, pair(3000, 1, 0).guess);
  const Comparison far = compared(pair(3000, 1, 1e9).truth, pair(3000, 1, 1e9).guess);
  EXPECT_NEAR(far.attributes()[0].cross, near.attributes()[0].cross, 1e-6 * near.attributes()[0].cross);
  EXPECT_NEAR(far.attributes()[0].squared_error, near.attributes()[0].squared_error, 1e-6 * near.attributes()[0].squared_error);
  EXPECT_NEAR(pooled(far, "residual").value, pooled(near, "residual").value, 1e-6);
}

TEST(Comparison, TakesBlocksOfALargerMatrix) {
  const Pair p = pair(300, 4, 0);
  Comparison inner(population_sd(p.truth.block(50, 1, 200, 2)));
  inner.add(p.truth.block(50, 1, 200, 2), p.guess.block(50, 1, 200, 2));
  expect_equal(inner, compared(p.truth.block(50, 1, 200, 2), p.guess.block(50, 1, 200, 2)), 0);
}

TEST(Comparison, ACopyStaysAsItWasWhenTheOtherGoesOn) {
  const Pair p = pair(200, 2, 0);
  Comparison one(Vector::Ones(2));
  one.add(p.truth.topRows(100), p.guess.topRows(100));
  const Comparison copy = one, all = one.select({0, 1});
  one.add(p.truth.bottomRows(100), p.guess.bottomRows(100));
  EXPECT_EQ(one.records(), 200);
  for (const Comparison& each : {copy, all}) {
    EXPECT_EQ(each.records(), 100);
    EXPECT_EQ(each.attributes()[1].absolute_error.count(), 100);
  }
}

}  // namespace comparison_test
}  // namespace guise::measures
