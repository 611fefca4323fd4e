// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "linalg/pairwise.h"
#include "measures/risk.h"
#include "stats/moments.h"

namespace guise::measures {
namespace {

constexpr Index kBlock = 256;  // guesses against all originals at a time: 256 against 20,000 are 40 MiB
// Squared distances by inner products err by some 1e-16 of the squared lengths; what differs by less is equally near.
constexpr double kEqual = 1e-12;

/// In standard deviations of the truth, from its mean; attributes that do not vary are 0.
Matrix standardized(const Matrix& rows, const Vector& mean, const Vector& scale) {
  return (rows.rowwise() - mean.transpose()) * scale.asDiagonal();
}

}  // namespace

Risk record_linkage(const Matrix& truth, const Matrix& guess) {
  const Index n = truth.rows();
  if (n == 0) return {.reason = "there are no records"};
  const stats::Moments moments = stats::moments_of(truth);
  const Vector scale = moments.variance().unaryExpr([](double v) { return v > 0 ? 1 / std::sqrt(v) : 0.0; });
  const Matrix originals = standardized(truth, moments.mean(), scale), guesses = standardized(guess, moments.mean(), scale);
  double linked = 0;
  for (Index first = 0; first < n; first += kBlock) {
    const Index count = std::min(kBlock, n - first);
    const Matrix squares = linalg::squared_distances(originals, guesses.middleRows(first, count));
    for (Index i = 0; i < count; ++i) {
      const double own = squares(first + i, i);
      const double rounding = kEqual * (1 + originals.row(first + i).squaredNorm() + guesses.row(first + i).squaredNorm());
      if ((squares.col(i).array() < own - rounding).any()) continue;
      linked += 1 / static_cast<double>((squares.col(i).array() <= own + rounding).count());
    }
  }
  const Tally chance{1, n};
  return risk_of({std::llround(linked), n}, chance, chance);
}

}  // namespace guise::measures
