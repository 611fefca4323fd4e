// SPDX-License-Identifier: Apache-2.0
#include "attacks/fir.h"
#include "linalg/solve.h"

#include <algorithm>
#include <cstdlib>

namespace guise::attacks {

Vector wiener_weights(const Vector& release, double noise_variance) {
  const Index length = release.size(), behind = length / 2;
  const double original_variance = release[0] - noise_variance;
  if (original_variance <= 0) return Vector::Zero(length);  // noise explains all: the mean is the best guess
  Matrix toeplitz(length, length);
  Vector wanted(length);
  for (Index i = 0; i < length; ++i) {
    for (Index j = 0; j < length; ++j) toeplitz(i, j) = release[std::abs(i - j)];
    wanted[i] = i == behind ? original_variance : release[std::abs(i - behind)];
  }
  // A pure wave without noise makes the matrix singular; a ridge far below any noise that matters picks one of the equal
  // solutions.
  toeplitz.diagonal().array() += 1e-12 * release[0];
  return linalg::solve_symmetric(toeplitz, wanted);
}

}  // namespace guise::attacks
