// SPDX-License-Identifier: Apache-2.0
// Releases that were rounded before they reached the attacker.
#include "attacks/rounding.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "mixtures.h"
#include "spiked.h"

namespace guise::attacks::testing {
namespace rounding_test {

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

Matrix to_digits(const Matrix& values, int digits) {
  return values.unaryExpr([&](double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    return std::strtod(text, nullptr);
  });
}

// "%.6g" writes 1234.56 and 1.23456: the largest numbers have lost most.
TEST(SignificantUnit, IsTheStepOfTheLargestNumber) {
  const Matrix x = gaussians(200, Vector::Constant(1, 1e6), 12).x;
  const double decade = std::pow(10.0, std::floor(std::log10(x.cwiseAbs().maxCoeff())));
  for (const int digits : {3, 6, 10})
    EXPECT_NEAR(significant_unit(to_digits(x, digits)) / (decade * std::pow(10.0, 1 - digits)), 1, 1e-9) << digits;
  EXPECT_EQ(significant_unit(x), 0);
  EXPECT_EQ(significant_unit(to_digits(x, 15)), 0);
  // Fixed decimals have the step they are written with.
  EXPECT_NEAR(significant_unit(rounded(x, 1e3)), 1e-3, 1e-12);
}

TEST(Rounding, IsSeenInSignificantDigits) {
  const Matrix x = gaussians(300, Vector::Constant(3, 1e4), 13).x, matrix = projection(2, 3, 13);
  const linalg::Affine channel{matrix, Vector::Zero(2), Matrix::Zero(2, 2)};
  for (const int digits : {4, 7}) {
    const Matrix exact = mixed(x, matrix), y = to_digits(exact, digits);
    const Rounding seen = rounding_of(y, channel);
    EXPECT_EQ(seen.digits, fmt::format("{} digits", digits));
    for (Index j = 0; j < 2; ++j) {  // no less than what was lost, and no more than one digit too much
      const double lost = std::sqrt((y - exact).col(j).squaredNorm() / 300);
      EXPECT_GE(seen.sd(j), 0.9 * lost);
      EXPECT_LE(seen.sd(j), 10 * lost);
    }
  }
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
      EXPECT_FALSE(any_note(outcome(attack, by, 1e11), "decimals")) << attack;
    }
  EXPECT_TRUE(any_note(outcome("sparse", wide, 1e4), "the release has 4 decimals and the matrix condition"));
  EXPECT_FALSE(any_note(outcome("inverse", plain, 1e4), "decimals"));
}

// Eleven decimals behind conditions of 1e6 to 1e9 leave 1e-5 of a guess at most. Variances of guesses worked out from the
// covariance of the release lose the square of the condition, and named rounding for some matrices, others on every CPU.
TEST(Rounding, IsNotNamedWhereItIsTooLittleToMatter) {
  const Gaussians made = gaussians(500, two_levels(4, 2, 9, 1), 14);
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    Matrix matrix = projection(4, 4, 100 + seed);
    matrix.row(3) = matrix.row(2) + 1e-6 * projection(1, 4, 500 + seed);
    const Outcome outcome = learn_from("inverse", rounded(mixed(made.x, matrix), 1e11), insider(matrix));
    EXPECT_FALSE(any_note(outcome, "decimals")) << seed;
  }
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

}  // namespace rounding_test
}  // namespace guise::attacks::testing
