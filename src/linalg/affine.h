// SPDX-License-Identifier: Apache-2.0
// The one model under all linear masks: y = M x + t + e, e with mean 0 and covariance E.
#pragma once
#include "base/matrix.h"

namespace guise::linalg {

struct Affine {
  Matrix map;         ///< M
  Vector shift;       ///< t
  Matrix covariance;  ///< E

  static Affine identity(Index attributes);
};

/// First `inner`, then `outer`: (M2 M1, M2 t1 + t2, M2 E1 M2' + E2).
Affine compose(const Affine& outer, const Affine& inner);

}  // namespace guise::linalg
