// SPDX-License-Identifier: Apache-2.0
#include "stats/smooth_fit.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random/matrices.h"

namespace guise::stats {
namespace smooth_fit_test {

constexpr Index kRows = 3000;

Matrix normals(Index columns, std::uint64_t seed) {
  return random::gaussian_matrix(kRows, columns, random::Rng::from_seed(seed).fork("records"));
}

double left(const Vector& truth, const Vector& guess) {
  return (truth - guess).squaredNorm() / (truth.array() - truth.mean()).square().sum();
}

Matrix fitted(const Matrix& inputs, const Matrix& targets) {
  return SmoothFit(inputs, targets, SmoothFit::choose(inputs, targets)).predict(inputs);
}

/// Behind ten times as much noise a curve of f free numbers comes back but for about 10 f / 3000 of its variance. Three waves
/// take a dozen numbers: 0.04; twice as much is allowed.
TEST(SmoothFit, FollowsACurveThroughTenTimesAsMuchNoise) {
  const Vector x = 6 * (normals(1, 1).array() * 0.5).unaryExpr([](double z) { return std::erf(z); });
  const Vector curve = (3 * x / 2).array().sin();
  const double noise = std::sqrt(10 * (curve.array() - curve.mean()).square().mean());
  EXPECT_LT(left(curve, fitted(x, curve + noise * normals(1, 2)).col(0)), 0.15);
}

/// A place in the plane, and a target that neither coordinate tells of by itself.
TEST(SmoothFit, LooksAtInputsTogether) {
  const Matrix place = normals(2, 3);
  const Vector field = (2 * place.col(0)).array().sin() * (2 * place.col(1)).array().sin();
  EXPECT_LT(left(field, fitted(place, field + 0.5 * normals(1, 4)).col(0)), 0.1);
}

/// Heavy tails leave most records within a small part of the range: ranks see them apart.
TEST(SmoothFit, ComparesRanksWhereThatFitsBetter) {
  const Matrix z = normals(1, 5), income = (2 * z).array().exp();
  const Vector target = (4 * z.col(0)).array().sin();
  const Matrix noisy = target + normals(1, 6);
  EXPECT_TRUE(SmoothFit::choose(income, noisy)[0].ranks);
  EXPECT_LT(left(target, fitted(income, noisy).col(0)), 0.1);
}

/// A straight line is among the terms: nothing is left of it, and nothing is made of noise.
TEST(SmoothFit, IsExactForLinesAndNothingForNoise) {
  const Matrix inputs = normals(2, 7);
  const Vector line = inputs * Vector{{2.0, -1.0}};
  EXPECT_LT(left(line, fitted(inputs, line).col(0)), 1e-6);
  const Vector noise = normals(1, 8).col(0), nothing = fitted(inputs, noise).col(0);
  EXPECT_LT((nothing.array() - nothing.mean()).square().mean(), 0.02);
}

TEST(SmoothFit, TakesGapsForTheMean) {
  Matrix inputs = normals(1, 9);
  const Vector target = inputs.col(0);
  const SmoothFit fit(inputs, target, {{1.0, false}});
  Matrix gap(1, 1);
  gap(0, 0) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NEAR(fit.predict(gap)(0, 0), target.mean(), 0.05);
}

}  // namespace smooth_fit_test
}  // namespace guise::stats
