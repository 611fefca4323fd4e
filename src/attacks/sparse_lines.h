// SPDX-License-Identifier: Apache-2.0
// Sparse attributes: in most records of any size only one is away from its usual value, so that they lie on lines through that
// point, one for each column of the secret matrix. Geometric ICA, Theis and Lang (2002); beyond section 1.10 (a).
#pragma once
#include "base/matrix.h"
#include "random/rng.h"

namespace guise::attacks {

struct SparseLines {
  Matrix directions;  ///< of length 1, one in each row; fewer than asked for when there are fewer records
  double share;       ///< of the records looked at, how many lie within three degrees of one
};

/// Lines through 0 that hold most records, or most of those far from 0.
SparseLines sparse_lines(const Matrix& records, Index count, const random::Rng& rng);

/// Cosine of the angle from which a record counts as lying on a line.
double on_line();

}  // namespace guise::attacks
