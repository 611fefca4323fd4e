// SPDX-License-Identifier: Apache-2.0
// Releases whose columns are mixtures, and attackers who know some of the records behind them.
#pragma once
#include "attacks/in_memory.h"
#include "random/matrices.h"
#include "random/rng.h"

namespace guise::attacks::testing {

/// Who knows these originals and what was released of them, and nothing else.
inline Knowledge only_pairs(const Matrix& originals, const Matrix& released) {
  Knowledge known;
  known.pairs = Pairs{originals, released};
  return known;
}

inline Matrix secret_rotation(Index m, std::uint64_t seed) {
  return random::haar_orthogonal(m, random::Rng::from_seed(seed).fork("rotation"));
}

/// Entries N(0, 1/k): paper 000, Lemma 5.5.
inline Matrix secret_projection(Index k, Index m, std::uint64_t seed) {
  return random::gaussian_matrix(k, m, random::Rng::from_seed(seed).fork("projection")) / std::sqrt(static_cast<double>(k));
}

/// Who knows the first `count` records and what was released of them, and that the mask is a rotation.
inline Knowledge rotated(const Matrix& x, const Matrix& y, Index count) {
  Knowledge known;
  known.mixed = true;
  known.attributes = x.cols();
  known.matrix_law = MatrixLaw{.law = "haar", .rows = y.cols(), .columns = x.cols()};
  known.pairs = Pairs{x.topRows(count), y.topRows(count)};
  return known;
}

inline Knowledge projected(const Matrix& x, const Matrix& y, Index count) {
  Knowledge known = rotated(x, y, count);
  known.matrix_law = MatrixLaw{.law = "gaussian", .rows = y.cols(), .columns = x.cols()};
  return known;
}

/// Mean over attributes of MSE / variance, without the records that are known as pairs.
inline double normalized_error(const Matrix& guess, const Matrix& truth, Index known) {
  const Index others = truth.rows() - known;
  const Matrix x = truth.bottomRows(others), centred = x.rowwise() - x.colwise().mean();
  const Matrix away = guess.bottomRows(others) - x;
  return (away.colwise().squaredNorm().array() / centred.colwise().squaredNorm().array()).mean();
}

inline double normalized_error(std::string_view attack, const Matrix& released, const Knowledge& known, const Matrix& truth) {
  return normalized_error(reconstruct(attack, released, known).values, truth, known.pairs ? known.pairs->originals.rows() : 0);
}

}  // namespace guise::attacks::testing
