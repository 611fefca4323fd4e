// SPDX-License-Identifier: Apache-2.0
#include "stats/side_fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "random/laws.h"

namespace guise::stats {
namespace side_fit_test {

constexpr Index kRows = 3000;

Vector normals(std::uint32_t stream) {
  Vector out(kRows);
  random::fill_normal(random::Rng::from_seed(11), stream, 0, {out.data(), static_cast<std::size_t>(kRows)});
  return out;
}

std::vector<std::int64_t> numbers() {
  std::vector<std::int64_t> out(static_cast<std::size_t>(kRows));
  std::iota(out.begin(), out.end(), 0);
  return out;
}

double left(const Vector& truth, const Vector& guess) {
  return (truth - guess).squaredNorm() / (truth.array() - truth.mean()).square().sum();
}

/// Behind as much noise as it varies itself, a curve that no line follows: the mean of neighbours does.
TEST(SideFit, FollowsACurveThroughNoise) {
  const Vector x = normals(0), curve = (3 * x).array().sin();
  const Vector noisy = curve + std::sqrt(0.5) * normals(1);  // as much noise as the curve varies
  const SideFit fit({x, {false}}, noisy, numbers());
  EXPECT_LT(left(curve, fit.held_out()), 0.15);
  EXPECT_GT(left(curve, noisy), 0.9);
}

/// 60 groups of 50: the best linear prediction of a group's effect leaves (v/50) / (1 + v/50) of it, v = noise over effect;
/// groups are learnt from 95 % of their rows.
TEST(SideFit, GroupMeansAreTheBestLinearPrediction) {
  const Vector effects = normals(2), noise = normals(3);
  Vector group(kRows), truth(kRows);
  for (Index i = 0; i < kRows; ++i) {
    group[i] = static_cast<double>(i % 60) * 1e9;  // numbers that stand for categories
    truth[i] = effects[i % 60];
  }
  const double v = 4;
  const SideFit fit({group, {true}}, truth + std::sqrt(v) * noise, numbers());
  const double seen = kRows / 60.0 * 0.95, expected = (v / seen) / (1 + v / seen);
  EXPECT_LT(left(truth, fit.held_out()), 1.5 * expected);
  EXPECT_GT(left(truth, fit.held_out()), 0.5 * expected);
}

/// Neither category tells anything by itself; their pair does: 16 groups of 187, of which 150 are seen, and ten times as much
/// noise leave (10 / 150) / (1 + 10 / 150) = 0.06.
TEST(SideFit, LooksAtTwoCategoriesTogether) {
  const Vector level = normals(6);
  Matrix side(kRows, 2);
  Vector truth(kRows);
  for (Index i = 0; i < kRows; ++i) {
    const Index trade = i % 8, sex = (i / 8) % 2;
    side.row(i) << static_cast<double>(trade), static_cast<double>(sex);
    truth[i] = level[trade] * (sex == 0 ? 1 : -1);
  }
  const double noise = std::sqrt(10 * truth.squaredNorm() / kRows);
  const SideFit fit({side, {true, true}}, truth + noise * normals(7), numbers());
  EXPECT_LT(left(truth, fit.held_out()), 0.15);
}

/// The sign of a product of two numbers, which no cut of either number shows, behind ten times as much noise.
TEST(SideFit, LooksAtProductsOfNumbers) {
  Matrix side(kRows, 2);
  side << normals(8), normals(9);
  const Vector truth = (side.col(0).array() * side.col(1).array()).sign();
  const SideFit fit({side, {false, false}}, truth + std::sqrt(10.0) * normals(10), numbers());
  EXPECT_LT(left(truth, fit.held_out()), 0.1);
}

/// A number tells something else in every town: 30 towns of 100, of which 80 are seen. A slope of variance 1 along a number of
/// variance 1 behind noise of variance 4 leaves (4/80) / (1 + 4/80) = 0.05, and as much again for a mean that is not there.
TEST(SideFit, LearnsASlopeForEveryCategory) {
  const Vector x = normals(12), slope = normals(13);
  Matrix side(kRows, 2);
  Vector truth(kRows);
  for (Index i = 0; i < kRows; ++i) {
    side.row(i) << static_cast<double>(i % 30) * 1e9, x[i];
    truth[i] = slope[i % 30] * x[i];
  }
  const SideFit fit({side, {true, false}}, truth + 2 * normals(14), numbers());
  EXPECT_LT(left(truth, fit.held_out()), 0.15);
}

/// 1000 dates of three records each: means by date leave three quarters behind three times as much noise, a curve through
/// neighbouring dates hardly anything.
TEST(SideFit, FollowsACurveAlongCategoriesInOrder) {
  Vector date(kRows);
  for (Index i = 0; i < kRows; ++i) date[i] = 20190000.0 + static_cast<double>((i * 7919) % 1000);
  const Vector truth = std::sqrt(2.0) * (date.array() / 40).sin();
  const SideFit fit({date, {true}}, truth + std::sqrt(3.0) * normals(19), numbers());
  EXPECT_LT(left(truth, fit.held_out()), 0.1);
}

/// 300 categories of ten records each whose order means nothing: as many means as records of a fold and its neighbours give,
/// (v / 9.5) / (1 + v / 9.5) with v = 1, and no more because an order was tried.
TEST(SideFit, ManyCategoriesWithoutAnOrderKeepTheirMeans) {
  const Vector effects = normals(20), noise = normals(21);
  Vector group(kRows), truth(kRows);
  for (Index i = 0; i < kRows; ++i) {
    group[i] = static_cast<double>((i * 7919) % 300);
    truth[i] = effects[(i * 7919) % 300];
  }
  EXPECT_LT(left(truth, SideFit({group, {true}}, truth + noise, numbers()).held_out()), 0.125);
}

/// A whole number of 60 values along which the target turns smoothly: means of 50 records each leave 4/40 of it behind noise
/// of four times its variance, a curve through all of them much less.
TEST(SideFit, FollowsACurveAlongANumberThatLooksLikeACode) {
  Vector age(kRows);
  for (Index i = 0; i < kRows; ++i) age[i] = static_cast<double>((i * 7919) % 60);
  const Vector truth = std::sqrt(2.0) * (age / 6).array().sin();
  const SideFit fit({age, {false}}, truth + 2 * normals(15), numbers());
  EXPECT_LT(left(truth, fit.held_out()), 0.04);
}

/// The sign of a difference, and of a product about 0 where the medians are elsewhere: records between are on the wrong side.
TEST(SideFit, CutsProductsAboutZeroAndDifferences) {
  Matrix side(kRows, 2);
  side << normals(16), normals(17);
  side.array() += 0.15;
  const Vector noise = std::sqrt(10.0) * normals(18);
  const Vector product = (side.col(0).array() * side.col(1).array()).sign(),
               larger = (side.col(0) - side.col(1)).array().sign();
  EXPECT_LT(left(product, SideFit({side, {false, false}}, product + noise, numbers()).held_out()), 0.1);
  EXPECT_LT(left(larger, SideFit({side, {false, false}}, larger + noise, numbers()).held_out()), 0.1);
}

TEST(SideFit, PredictsOtherRecordsAsWell) {
  const Vector x = normals(0), curve = (3 * x).array().sin();
  const std::vector<std::int64_t> all = numbers(), first(all.begin(), all.begin() + 2000),
                                  others(all.begin() + 2000, all.end());
  const SideFit fit({x.head(2000), {false}}, curve.head(2000) + 0.3 * normals(1).head(2000), first);
  EXPECT_LT(left(curve.tail(1000), fit.predict(x.tail(1000), others)), 0.1);
}

TEST(SideFit, PredictsTheMeanWhereThereIsNothingToLearn) {
  const SideFit fit({normals(4), {false}}, normals(5), numbers());
  EXPECT_GT(left(normals(5), fit.held_out()), 0.98) << "its own noise is never taken for signal";
}

TEST(SideFit, IsTheSameEveryTime) {
  const Vector x = normals(0), y = x + normals(1);
  EXPECT_EQ(SideFit({x, {false}}, y, numbers()).held_out(), SideFit({x, {false}}, y, numbers()).held_out());
}

}  // namespace side_fit_test
}  // namespace guise::stats
