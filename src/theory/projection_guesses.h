// SPDX-License-Identifier: Apache-2.0
// Mean squared errors of the guesses of x from u = R x / (sqrt(k) sd) that paper 000, section VI considers. All are relative to
// |x|^2, so that answering zero scores 1.
#pragma once
#include <cstdint>

#include "base/matrix.h"
#include "theory/projection_error.h"

namespace guise::theory {

/// Variance of each entry of the transpose guess R'u / (sqrt(k) sd), which is right on average (erratum 1): for the Gaussian
/// 2/k x_i^2 + 1/k sum of the other squares.
Vector transpose_variance(const Vector& x, std::int64_t k, const ProjectionLaw& law = {});

struct GuessErrors {
  double transpose;         ///< (m+1)/k: the paper's "worst case", worse than answering zero unless k > m + 1 (erratum 9)
  double scaled_transpose;  ///< the same times its best factor: 1 - k/(k+m+1)
  double minimum_norm;      ///< R^+ u: 1 - E rank / m, which is 1 - k/m for a continuous law and more for others
  double guessed_matrix;    ///< another draw of the matrix: 1 + m/k, entries of sd sqrt(m/k) rms(x), not "null" (erratum 8)
};
/// For the Gaussian; for other laws with their kurtosis, and minimum_norm as a bound from below where they are not continuous.
/// `k` is at most the number of attributes.
GuessErrors guess_errors(std::int64_t k, std::int64_t attributes, const ProjectionLaw& law = {});

}  // namespace guise::theory
