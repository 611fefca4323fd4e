// SPDX-License-Identifier: Apache-2.0
// Multiplicative noise: the laws of the factors and their covariance.
#include <gtest/gtest.h>

#include <cmath>

#include "masked.h"

namespace guise::masks {
namespace multiply_test {

constexpr Index kRecords = 50'000;

Matrix factors(const std::string& spec, const Matrix& values) {
  return masked(spec, values).cwiseQuotient(values);
}

TEST(MultiplyTruncated, HasFactorsOfMeanOneWithinTwoSd) {
  const Matrix f = factors("multiply(sd=[0.1,0.4])", Matrix::Constant(kRecords, 2, 10));
  const double sd[] = {0.1, 0.4};
  // A normal cut at +-2 has variance 1 - 4 phi(2) / (2 Phi(2) - 1) = .7737413 (SciPy: truncnorm(-2, 2).var()), kurtosis 2.37.
  for (Index j = 0; j < 2; ++j) {
    const double variance = 0.7737413 * square(sd[j]);
    EXPECT_GE(f.col(j).minCoeff(), 1 - 2 * sd[j] - 1e-12);
    EXPECT_LE(f.col(j).maxCoeff(), 1 + 2 * sd[j] + 1e-12);
    EXPECT_NEAR(f.col(j).mean(), 1, 4 * std::sqrt(variance / kRecords));
    EXPECT_NEAR((f.col(j).array() - 1).square().mean(), variance, 4 * variance * std::sqrt(1.4 / kRecords));
  }
}

TEST(MultiplyTruncated, KeepsSignsAndZeros) {
  Matrix values = Matrix::Constant(1000, 1, -3);
  values(7, 0) = 0;
  const Matrix release = masked("multiply(sd=0.49)", values);
  EXPECT_EQ(release(7, 0), 0);
  EXPECT_LE(release.maxCoeff(), 0);
  EXPECT_EQ(prepared("multiply(sd=0.49)", values).notes(), std::vector<std::string>{"multiply: a value of 0 stays 0"});
}

/// Positive, correlated, skewed: exp of correlated Gaussians.
Matrix positive(Index records) {
  return (0.3 * (correlated(records, 3).array() - 50)).exp();
}

TEST(MultiplyLognormal, HasLogFactorsShapedLikeTheLogsOfTheData) {
  const Matrix values = positive(kRecords), f = factors("multiply(sd=0.2,law=lognormal)", values);
  const Matrix data = covariance_of(values.array().log()), logs = covariance_of(f.array().log());
  const Matrix expected = data * (3 * 0.04 / data.trace());
  for (Index i = 0; i < 3; ++i) {
    EXPECT_NEAR(f.col(i).mean(), 1, 5 * std::sqrt((std::exp(expected(i, i)) - 1) / kRecords)) << "the mean of the factors is 1";
    for (Index j = 0; j < 3; ++j)
      EXPECT_NEAR(logs(i, j), expected(i, j),
                  5 * std::sqrt((expected(i, i) * expected(j, j) + square(expected(i, j))) / kRecords));
  }
}

TEST(MultiplyLognormal, CardTellsTheSdOfTheLogFactors) {
  const Matrix values = positive(2000), data = covariance_of(values.array().log());
  const StepCard card = prepared("multiply(sd=0.2,law=lognormal)", values).card().steps[0];
  EXPECT_EQ(card.law, "lognormal");
  for (Index j = 0; j < 3; ++j)
    EXPECT_NEAR(card.sd[static_cast<std::size_t>(j)], 0.2 * std::sqrt(3 * data(j, j) / data.trace()), 1e-10);
}

TEST(Multiply, UndoDivides) {
  for (const char* spec : {"multiply(sd=0.4)", "multiply(sd=0.7,law=lognormal)"}) {
    const Matrix values = positive(3000);
    const Prepared plan = prepared(spec, values);
    table::Chunk chunk{.first_record = 0, .values = values, .dropped = {}, .kept = {}};
    plan.apply(chunk);
    EXPECT_GT((chunk.values.cwiseQuotient(values).array() - 1).abs().maxCoeff(), 0.5);
    EXPECT_TRUE(plan.undo(chunk));
    EXPECT_LT((chunk.values.cwiseQuotient(values).array() - 1).abs().maxCoeff(), 1e-12) << spec;
  }
}

TEST(Multiply, RefusesWhatMakesNoSense) {
  Matrix values = positive(100);
  const auto refused = [&](const char* spec) { return refusal([&] { prepared(spec, values); }); };
  EXPECT_EQ(refused("multiply"), "step 'multiply' needs the size of the noise; give sd=");
  EXPECT_EQ(refused("multiply(sd=0.5)"),
            "step 'multiply': sd must be below 0.5 or factors could reach 0, got 0.5; use law=lognormal");
  values(3, 1) = 0;
  EXPECT_EQ(refused("multiply(sd=0.2,law=lognormal)"),
            "step 'multiply' takes logarithms, so every value must be greater than 0; column 'c2' holds 0: leave it out or use "
            "law=truncated");
  values.col(1).setConstant(3);
  EXPECT_EQ(refused("multiply(sd=0.2,law=lognormal)"),
            "column 'c2' is constant: a factor in proportion to its standard deviation would release it unmasked; leave it out "
            "or give a "
            "public size");
}

}  // namespace multiply_test
}  // namespace guise::masks
