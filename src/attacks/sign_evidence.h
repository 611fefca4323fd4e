// SPDX-License-Identifier: Apache-2.0
// Whether records that were turned to axes show these the right way round: tested on other records than the axes were found
// with. Mirrored along an axis, symmetric data (Gaussian ones above all) lie as near to the others as before.
#pragma once
#include "base/matrix.h"

namespace guise::attacks {

/// For each column, in standard errors: how much nearer `found` lies to `wanted` than with the column mirrored, by the energy
/// distance (Szekely and Rizzo 2004) and by third moments, whichever shows more. Columns of standard deviation about 1. Means
/// of a function over all pairs of records, whose error follows from its means over each record; where neither table is skewed
/// the two are degenerate and the error is put too large, by a factor of about 1.8.
struct SignEvidence {
  Vector energy, skewness;
};
SignEvidence sign_evidence(const Matrix& found, const Matrix& wanted);

}  // namespace guise::attacks
