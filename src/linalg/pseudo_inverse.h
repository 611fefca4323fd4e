// SPDX-License-Identifier: Apache-2.0
// The Moore-Penrose inverse, and what it says of the matrix.
#pragma once
#include "base/matrix.h"

namespace guise::linalg {

/// Singular values below this share of the largest count as 0: the release is known to about 1e-16 of itself, and what is left
/// of that behind a larger amplification is not worth having.
constexpr double kRankTolerance = 1e-12;

struct PseudoInverse {
  Matrix inverse;        ///< columns x rows
  Index rank = 0;        ///< singular values above kRankTolerance of the largest
  double condition = 0;  ///< the largest over the least of them; 0 for a zero matrix
};
PseudoInverse pseudo_inverse(const Matrix& matrix);

}  // namespace guise::linalg
