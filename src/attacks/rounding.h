// SPDX-License-Identifier: Apache-2.0
// The digits that numbers were written with: what rounding to them took away is an error nobody told.
#pragma once
#include <string>

#include "linalg/affine.h"

namespace guise::attacks {

/// What each column is a multiple of: 1, 0.1, 0.01, … the largest that fits; 0 where the numbers have all their digits.
Vector decimal_units(const MatrixRef& rows);

/// Farthest that rounding to these units moves the difference of two rows.
inline double most_rounding(const Vector& units) {
  return units.norm();  // half a unit each
}

/// Rounding of a release that is otherwise y = M x + t + e.
struct Rounding {
  Vector sd;                ///< of each column; 0 where it has all its digits
  std::string digits = {};  ///< "4 decimals", "single precision"; empty where no column is rounded
};

/// A column is not rounded where the matrix alone explains its decimals: whole numbers times 0.5 have one.
Rounding rounding_of(const MatrixRef& released, const linalg::Affine& channel);

}  // namespace guise::attacks
