// SPDX-License-Identifier: Apache-2.0
// Data for tests of attacks from a sample of other people: independent attributes of different laws, and secret matrices.
#pragma once
#include <cmath>
#include <numbers>

#include "attacks/in_memory.h"
#include "random/laws.h"
#include "random/matrices.h"
#include "signals.h"

namespace guise::attacks::testing {

inline Vector law_column(random::Law law, Index rows, std::uint64_t seed, std::uint32_t column) {
  Vector out(rows);
  random::fill_law(law, random::Rng::from_seed(seed).fork("column"), column, 0, {out.data(), static_cast<std::size_t>(rows)});
  return out;
}

inline Matrix laws(random::Law law, Index rows, Index m, std::uint64_t seed) {
  Matrix x(rows, m);
  for (Index j = 0; j < m; ++j) x.col(j) = law_column(law, rows, seed, static_cast<std::uint32_t>(j));
  return x;
}

/// Skewed, mean 0 and standard deviation 1: exponential, its square root, its power 3/2, its square by turns.
inline Vector skewed_column(Index rows, std::uint64_t seed, std::uint32_t column) {
  const Vector u = law_column(random::Law::uniform, rows, seed, column) / std::sqrt(12.0);  // in (-1/2, 1/2)
  const double power = std::array{1.0, 0.5, 1.5, 2.0}[column % 4];
  const Vector e = (-(0.5 - u.array()).log()).pow(power);
  const double mean = std::tgamma(1 + power), sd = std::sqrt(std::tgamma(1 + 2 * power) - mean * mean);
  return (e.array() - mean) / sd;
}

inline Matrix skewed(Index rows, Index columns, std::uint64_t seed) {
  Matrix out(rows, columns);
  for (Index j = 0; j < columns; ++j) out.col(j) = skewed_column(rows, seed, static_cast<std::uint32_t>(j));
  return out;
}

/// A sample of other people, before a release of k columns that went through a secret matrix.
inline Knowledge population(const Matrix& sample) {
  Knowledge known;
  known.mixed = true;
  known.attributes = sample.cols();
  known.sample = sample;
  return known;
}

inline double correlation(const Vector& a, const Vector& b) {
  const Vector x = a.array() - a.mean(), y = b.array() - b.mean();
  return x.dot(y) / std::sqrt(std::max(x.squaredNorm() * y.squaredNorm(), 1e-300));
}

/// Mean squared error of each attribute over its variance.
inline Vector relative_errors(const Matrix& guess, const Matrix& truth) {
  const Matrix centred = truth.rowwise() - truth.colwise().mean();
  return (guess - truth).colwise().squaredNorm().cwiseQuotient(centred.colwise().squaredNorm());
}

}  // namespace guise::attacks::testing
