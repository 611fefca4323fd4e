// SPDX-License-Identifier: Apache-2.0
// Data and helpers for tests of attacks on the covariance: paper 002's tables with chosen eigenvalues.
#pragma once
#include <gtest/gtest.h>

#include <cmath>

#include "attacks/in_memory.h"
#include "linalg/spectrum.h"
#include "random/matrices.h"
#include "random/rng.h"
#include "signals.h"

namespace guise::attacks::testing {

/// `count` eigenvalues of `high`, the others `low`.
inline Vector two_levels(Index attributes, Index count, double high, double low) {
  Vector values = Vector::Constant(attributes, low);
  values.head(count).setConstant(high);
  return values;
}

/// Paper 002, experiments 1 and 2: mean variance 100 per attribute, p equal large eigenvalues, small ones of 1.
inline Vector experiment_levels(Index m, Index p) {
  return two_levels(m, p, (100.0 * static_cast<double>(m) - static_cast<double>(m - p)) / static_cast<double>(p), 1);
}

struct Gaussians {
  Matrix x, covariance;
};

/// Records of N(0, Q diag(eigenvalues) Q'), Q random.
inline Gaussians gaussians(Index records, const Vector& eigenvalues, std::uint64_t seed) {
  const random::Rng rng = random::Rng::from_seed(seed);
  const Matrix q = random::haar_orthogonal(eigenvalues.size(), rng.fork("axes"));
  const Matrix root = q * eigenvalues.cwiseSqrt().asDiagonal() * q.transpose();
  return {random::gaussian_matrix(records, eigenvalues.size(), rng.fork("records")) * root,
          q * eigenvalues.asDiagonal() * q.transpose()};
}

inline Knowledge white_noise(Index attributes, double sd) {
  Knowledge known;
  known.noise_covariance = sd * sd * Matrix::Identity(attributes, attributes);
  known.noise_law = random::Law::gaussian;
  return known;
}

inline Knowledge correlated_noise(const Matrix& covariance) {
  Knowledge known;
  known.noise_covariance = covariance;
  return known;
}

/// Mean squared error within five standard errors of what it must be; the standard error comes from the spread over records.
inline void expect_error(const Matrix& guess, const Matrix& truth, double expected) {
  const Vector per_record = (guess - truth).rowwise().squaredNorm() / static_cast<double>(truth.cols());
  const double mean = per_record.mean(), n = static_cast<double>(truth.rows());
  const double standard_error = std::sqrt((per_record.array() - mean).square().sum() / (n - 1) / n);
  EXPECT_NEAR(mean, expected, 5 * standard_error);
}

inline double error_of(const std::string& attack, const Matrix& released, const Knowledge& known, const Matrix& truth) {
  return mean_square(reconstruct(attack, released, known).values - truth);
}

/// Largest difference, relative to the largest entry.
inline double difference(const Matrix& a, const Matrix& b) {
  return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

/// Plainly: covariance of rows, dividing by n - 1.
inline Matrix plain_covariance(const Matrix& rows) {
  const Matrix centred = rows.rowwise() - rows.colwise().mean();
  return centred.transpose() * centred / static_cast<double>(rows.rows() - 1);
}

}  // namespace guise::attacks::testing
