// SPDX-License-Identifier: Apache-2.0
#include "theory/reconstruction_error.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>
#include <random>

#include "linalg/spectrum.h"
#include "stats/moments.h"
#include "support/dense.h"

namespace guise::theory {
namespace reconstruction_error_test {

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, columns, [&] { return normal(engine); });
}

TEST(Theorem51, NoiseOnlyAddsItsCovariance) {
  constexpr Index n = 100'000, m = 4;
  const Matrix mixing = normals(m, m, 1);
  const Matrix x = normals(n, m, 2) * mixing.transpose();
  const Matrix noise = 25 * Matrix::Identity(m, m);
  const Matrix found = original_covariance(stats::moments_of(x + 5 * normals(n, m, 3)).covariance(), noise);
  const Matrix truth = mixing * mixing.transpose(), released = truth + noise;
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < m; ++j) {  // var of a sample covariance: (s_ii s_jj + s_ij^2) / n
      const double error = std::sqrt((released(i, i) * released(j, j) + square(released(i, j))) / n);
      EXPECT_NEAR(found(i, j), truth(i, j), 4.5 * error);
    }
}

TEST(Theorem52, NoiseErrorIsTheKeptShareOfTheVariance) {
  EXPECT_NEAR(principal_noise_error(12, 2, 20), 1.2, 1e-15);
  constexpr Index n = 20'000, m = 10, p = 3;
  const Matrix q = testing::householder_q(normals(m, m, 4));
  const Matrix survived = 5 * normals(n, m, 5) * q.leftCols(p) * q.leftCols(p).transpose();
  const double expected = principal_noise_error(25, p, m);
  EXPECT_NEAR(survived.squaredNorm() / (n * m), expected, 5 * expected * std::sqrt(2.0 / (n * p)));
}

TEST(PrincipalError, AddsWhatTheProjectionCutsOff) {
  // papers.md, paper 002 experiment 1, theory column: p = 5, mean variance 100, small eigenvalue 1, noise variance 25.
  for (const auto& [m, pca, bayes] :
       {std::tuple{10, 13.0, 11.6}, {20, 7.00, 6.60}, {40, 4.00, 3.87}, {60, 3.00, 2.92}, {100, 2.20, 2.15}}) {
    Vector eigenvalues = Vector::Ones(m);
    eigenvalues.head(5).setConstant((100.0 * m - (m - 5)) / 5);
    EXPECT_NEAR(principal_error(eigenvalues, 25, 5), 25.0 * 5 / m + (m - 5.0) / m, 1e-12);
    EXPECT_NEAR(principal_error(eigenvalues, 25, 5), pca, 0.051) << m;
    EXPECT_NEAR(bayes_error(eigenvalues, 25), bayes, 0.051) << m;
  }
}

TEST(BayesError, HasTheKnownValue) {
  Vector eigenvalues = Vector::Constant(10, 0.3);
  eigenvalues[0] = 20;
  eigenvalues[1] = 15;
  EXPECT_NEAR(bayes_error(eigenvalues, 1.87), 0.5441, 5e-5);
}

TEST(BayesError, OfNoiseShapedLikeTheDataIsAFixedShareOfTheVariance) {
  Vector eigenvalues = Vector::Constant(10, 0.3);
  eigenvalues[0] = 20;
  eigenvalues[1] = 15;
  const Matrix q = testing::householder_q(normals(10, 10, 6));
  const Matrix covariance = q * eigenvalues.asDiagonal() * q.transpose();
  EXPECT_NEAR(bayes_error(covariance, 0.5 * covariance), 1.2467, 5e-5);
  EXPECT_NEAR(bayes_error(covariance, 0.5 * covariance), 0.5 / 1.5 * eigenvalues.mean(), 1e-12);
  EXPECT_NEAR(bayes_error(covariance, 1.87 * Matrix::Identity(10, 10)), bayes_error(eigenvalues, 1.87), 1e-12);
}

TEST(BayesError, IsTheTraceOfThePosteriorCovariance) {
  const Matrix a = normals(6, 6, 7), b = normals(6, 6, 8);
  const Matrix sx = a * a.transpose(), sr = b * b.transpose();
  const Matrix posterior = testing::inverse(testing::inverse(sx) + testing::inverse(sr));
  EXPECT_NEAR(bayes_error(sx, sr), posterior.trace() / 6, 1e-9 * posterior.trace());
}

TEST(BayesError, SurvivesConstantAttributesAndNoNoise) {
  Matrix covariance = Matrix::Zero(3, 3);
  covariance(0, 0) = 4;
  Matrix noise = Matrix::Zero(3, 3);
  noise(0, 0) = 1;
  EXPECT_NEAR(bayes_error(covariance, noise), 0.8 / 3, 1e-12);
  EXPECT_NEAR(bayes_error(covariance, Matrix::Zero(3, 3)), 0, 1e-12);
  EXPECT_EQ(bayes_error(Vector(Vector::Zero(3)), 0), 0);
}

}  // namespace reconstruction_error_test
}  // namespace guise::theory
