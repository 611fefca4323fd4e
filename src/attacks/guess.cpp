// SPDX-License-Identifier: Apache-2.0
// Another matrix of the same law, in place of the secret one. Liu, Kargupta and Ryan, "Random projection-based multiplicative
// data perturbation" (paper 000), section VI.B. "Approximately a null matrix" there; in truth mean 0 and variance |x|^2 / k,
// more than the data's own (erratum 8): a baseline that any attack must beat.
#include <fmt/format.h>

#include "attacks/linear.h"
#include "random/matrices.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::matrix_law};

/// Entries of variance 1; rows or columns of length 1 where the law is of orthonormal ones.
Matrix draw(const MatrixLaw& law, const random::Rng& rng) {
  const Index k = law.rows, m = law.columns;
  if (law.orders()) return Matrix::Identity(m, m)(random::permutation(m, rng), Eigen::all);
  if (law.orthonormal()) return random::haar_orthogonal(m, rng).topRows(k);
  if (law.law == "sign") return random::sign_matrix(k, m, rng);
  if (law.zeros > 0) return random::sparse_sign_matrix(k, m, 1 / (1 - law.zeros), rng);
  return random::gaussian_matrix(k, m, rng);
}

/// The factor between draw() and the law's matrix M^, divided by E[M^'M^], so that with the true matrix the mean is x.
double factor(const MatrixLaw& law) {
  const double k = static_cast<double>(law.rows), m = static_cast<double>(law.columns);
  if (law.turns()) return 1;
  if (law.law == "orthonormal") return law.scaled ? std::sqrt(m / k) : m / k;
  return law.scaled ? 1 / std::sqrt(k) : 1 / (k * law.sd);
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng& rng) {
  if (!known.mixed) return Outcome::not_assessed("the columns of the release are the originals' own: no matrix is secret");
  const MatrixLaw& law = *known.matrix_law;
  if (law.rows != evidence.width() || law.columns != attributes_of(evidence, known))
    return Outcome::not_assessed("the release went through further matrices than the one whose law is known");
  return linear_outcome({.center = Vector::Zero(law.rows),
                         .left = factor(law) * draw(law, rng.fork("guessed matrix")),
                         .right = {},
                         .shift = Vector::Zero(law.columns)},
                        {"with a guessed matrix the guess is 0 on average and has more variance than the data"});
}

}  // namespace

extern const Attack guess_attack = {.name = "guess",
                                    .alias = "",
                                    .summary = "another random matrix of the same law in place of the secret one",
                                    .paper = "000 section VI.B",
                                    .needs = needs,
                                    .wants = {},
                                    .params = {},
                                    .reads_mixtures = true,
                                    .needs_mixed = needs,
                                    .learn = learn};

}  // namespace guise::attacks
