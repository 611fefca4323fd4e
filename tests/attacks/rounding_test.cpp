// SPDX-License-Identifier: Apache-2.0
// Releases that were rounded before they reached the attacker.
#include "attacks/rounding.h"

#include "mixtures.h"
#include "spiked.h"

namespace guise::attacks::testing {
namespace {

Matrix rounded(const Matrix& values, double steps) {
  return (values * steps).array().round() / steps;
}

bool any_note(const Outcome& outcome, std::string_view text) {
  for (const std::string& note : outcome.reconstruction->notes)
    if (note.find(text) != std::string::npos) return true;
  return false;
}

/// Error over variance, averaged over attributes, as a root.
double nrmse(const Matrix& guess, const Matrix& x) {
  const Matrix centred = x.rowwise() - x.colwise().mean();
  return std::sqrt(((guess - x).colwise().squaredNorm().array() / centred.colwise().squaredNorm().array()).mean());
}

/// k x 4 with its last two rows 1e-6 apart.
Matrix nearly_repeated(Index k) {
  Matrix matrix = projection(k, 4, 3);
  matrix.row(k - 1) = matrix.row(k - 2) + 1e-6 * projection(1, 4, 4);
  return matrix;
}

TEST(DecimalUnits, AreThoseThatNumbersWereWrittenWith) {
  Matrix rows = gaussians(50, Vector::Constant(5, 1e4), 7).x;
  for (Index j = 0; j < 4; ++j) rows.col(j) = rounded(rows.col(j), std::pow(10.0, 2 * static_cast<double>(j)));
  EXPECT_EQ(decimal_units(rows), (Vector(5) << 1, 1e-2, 1e-4, 1e-6, 0).finished());
}

TEST(Rounding, IsNotSeenWhereTheMatrixExplainsTheDecimals) {
  const Matrix whole = rounded(gaussians(100, Vector::Constant(3, 1e4), 8).x, 1), matrix = projection(2, 3, 8),
               halves = rounded(matrix * 2, 1) / 2;
  const auto digits = [](const Matrix& y, const Matrix& by) {
    return rounding_of(y, {by, Vector::Zero(by.rows()), Matrix::Zero(by.rows(), by.rows())}).digits;
  };
  EXPECT_EQ(digits(mixed(whole, matrix), matrix), "");
  EXPECT_EQ(digits(mixed(whole, halves), halves), "");
  EXPECT_EQ(digits(rounded(mixed(whole, matrix), 1e4), matrix), "4 decimals");
  EXPECT_EQ(digits(mixed(whole, matrix).cast<float>().cast<double>(), matrix), "single precision");
}

// With four decimals a direction that the matrix shrinks to 1e-6 is lost: its error is about 1e-4 / 1e-6 / sqrt(12), tens of
// standard deviations. Who weighs the rounding is no worse off than without that row.
TEST(Rounding, CostsBayesNoMoreThanTheRowItBlurs) {
  const Gaussians made = gaussians(2000, two_levels(4, 2, 9, 1), 9);
  for (const Index k : {4, 2}) {
    const Matrix matrix = nearly_repeated(k), y = rounded(mixed(made.x, matrix), 1e4);
    const auto told = [&](const Matrix& by) { return insider(by, Vector::Zero(4), made.covariance); };
    const double without = nrmse(reconstruct("bayes", y.leftCols(k - 1), told(matrix.topRows(k - 1))).values, made.x);
    EXPECT_LT(nrmse(reconstruct("bayes", y, told(matrix)).values, made.x), 1.001 * without) << k;
    EXPECT_GT(nrmse(reconstruct("inverse", y, told(matrix)).values, made.x), 3) << k;
  }
}

TEST(Rounding, IsNamedWithTheConditionThatBlowsItUp) {
  const Gaussians made = gaussians(2000, two_levels(4, 2, 9, 1), 9);
  const Matrix matrix = nearly_repeated(4), wide = nearly_repeated(2), plain = projection(4, 4, 5);
  const auto outcome = [&](std::string_view attack, const Matrix& by, double steps) {
    return learn_from(attack, rounded(mixed(made.x, by), steps), insider(by, Vector::Zero(4), made.covariance));
  };
  for (const std::string_view attack : {"inverse", "bayes"})
    for (const Matrix& by : {matrix, wide}) {
      EXPECT_TRUE(any_note(outcome(attack, by, 1e4), "the release has 4 decimals and the matrix condition")) << attack;
      EXPECT_FALSE(any_note(outcome(attack, by, 1e13), "decimals")) << attack;
    }
  EXPECT_TRUE(any_note(outcome("sparse", wide, 1e4), "the release has 4 decimals and the matrix condition"));
  EXPECT_FALSE(any_note(outcome("inverse", plain, 1e4), "decimals"));
}

TEST(Rounding, LeavesBayesExactWhereThereIsNone) {
  const Gaussians made = gaussians(500, two_levels(4, 2, 9, 1), 10);
  const Matrix matrix = nearly_repeated(4);
  EXPECT_LT(
      nrmse(reconstruct("bayes", mixed(made.x, matrix), insider(matrix, Vector::Zero(4), made.covariance)).values, made.x),
      1e-6);
}

TEST(Insider, EveryAttackNamesARowThatRepeatsAnother) {
  const Gaussians made = gaussians(300, two_levels(4, 2, 9, 1), 11);
  Matrix matrix = projection(3, 4, 11);
  matrix.row(2) = 2 * matrix.row(0);
  Knowledge known = insider(matrix, Vector::Zero(4), made.covariance);
  known.records = made.x.topRows(5);
  for (const std::string_view attack : {"inverse", "transpose", "sparse", "bayes", "link"})
    EXPECT_TRUE(any_note(learn_from(attack, mixed(made.x, matrix), known), "the 3 x 4 matrix has rank 2")) << attack;
}

}  // namespace
}  // namespace guise::attacks::testing
