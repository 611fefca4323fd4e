// SPDX-License-Identifier: Apache-2.0
// The digits that numbers were written with: what rounding to them took away is an error nobody told.
#pragma once
#include <string>

#include "linalg/affine.h"

namespace guise::attacks {

/// What each column is a multiple of: 1, 0.1, 0.01, … the largest that fits; 0 where the numbers have all their digits.
Vector decimal_units(const MatrixRef& rows);

/// The largest step that rounding to significant digits makes in a column, that of its largest number: 0.01 where 1234.56 and
/// 1.23456 have six. 0 where the numbers have all their digits.
double significant_unit(const Vector& values);

/// Farthest that rounding to these units moves the difference of two rows.
inline double most_rounding(const Vector& units) {
  return units.norm();  // half a unit each
}

/// Rounding of a release that is otherwise y = M x + t + e.
struct Rounding {
  Vector sd;                ///< of each column; 0 where it has all its digits
  std::string digits = {};  ///< "4 decimals", "6 digits", "single precision"; empty where no column is rounded
};

/// A column is not rounded where the matrix alone explains its decimals: whole numbers times 0.5 have one.
Rounding rounding_of(const MatrixRef& released, const linalg::Affine& channel);

}  // namespace guise::attacks
