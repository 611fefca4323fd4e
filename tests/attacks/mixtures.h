// SPDX-License-Identifier: Apache-2.0
// Releases whose columns are mixtures, and what an insider knows of them.
#pragma once
#include <gtest/gtest.h>

#include <cmath>

#include "attacks/in_memory.h"
#include "attacks/signals.h"
#include "random/matrices.h"

namespace guise::attacks::testing {

/// Paper 000's R / sqrt(k): k x m, entries N(0, 1/k).
inline Matrix projection(Index k, Index m, std::uint64_t seed) {
  return random::gaussian_matrix(k, m, random::Rng::from_seed(seed).fork("matrix")) / std::sqrt(static_cast<double>(k));
}

/// y = M x for every record, without noise.
inline Matrix mixed(const Matrix& x, const Matrix& matrix) {
  return x * matrix.transpose();
}

inline Knowledge insider(const Matrix& matrix) {
  const Index k = matrix.rows();
  Knowledge known;
  known.mixed = true;
  known.attributes = matrix.cols();
  known.channel = linalg::Affine{.map = matrix, .shift = Vector::Zero(k), .covariance = Matrix::Zero(k, k)};
  return known;
}

/// … who also knows mean and covariance of the originals.
inline Knowledge insider(const Matrix& matrix, const Vector& mean, const Matrix& covariance) {
  Knowledge known = insider(matrix);
  known.prior_mean = mean;
  known.prior_covariance = covariance;
  return known;
}

/// Share of entries with |x - x^| <= epsilon |x| (004 definition 3; erratum 52: not divided by x, which may be 0).
inline double recovery(const Matrix& guess, const Matrix& x, double epsilon) {
  return ((guess - x).array().abs() <= epsilon * x.array().abs()).cast<double>().mean();
}

/// Mean of independent draws within five of their standard errors.
inline void expect_mean(const Vector& draws, double expected, const char* what) {
  const double n = static_cast<double>(draws.size()), mean = draws.mean();
  const double error = std::sqrt((draws.array() - mean).square().sum() / (n - 1) / n);
  EXPECT_NEAR(mean, expected, 5 * error) << what;
}

}  // namespace guise::attacks::testing
