// SPDX-License-Identifier: Apache-2.0
// The decimals that numbers were written with: what rounding to them took away is an error nobody told.
#pragma once
#include "base/matrix.h"

namespace guise::attacks {

/// What each column is a multiple of: 1, 0.1, 0.01, … the largest that fits; 0 where the numbers have all their digits.
Vector decimal_units(const MatrixRef& rows);

/// Farthest that rounding to these units moves the difference of two rows.
inline double most_rounding(const Vector& units) {
  return units.norm();  // half a unit each
}

}  // namespace guise::attacks
