// SPDX-License-Identifier: Apache-2.0
// What a value in clear says in parts: the parity or the last digit of a whole number, the month, weekday or hour of a date, a
// letter of a code. Few records share the value, many share the part.
#pragma once
#include <optional>
#include <vector>

#include "base/matrix.h"

namespace guise::stats {

struct SideColumns;

/// A text as a number: the places of some of its letters and digits (1 to 36; 0: none) in base 37, then bits of a digest.
constexpr int kTextPlaces = 7, kTextDigestBits = 16, kTextBase = 37;
/// A date is a number of 14 digits (year, month, day, hour, minute, second): always less than a text that has a letter.
constexpr double kDateDay = 1e6;  ///< of a day in such a number

struct SidePart {
  enum class Kind { residue, month, day, weekday, hour, letter };
  Index column = 0;
  Kind kind = Kind::residue;
  int which = 0;     ///< the modulus, or the place of the letter
  double scale = 1;  ///< what makes a date of the column's number

  double of(double value) const;  ///< NaN stays
  Vector of(const Matrix& side) const;
};

/// Parts whose means of some target differ by more than chance (one-way analysis of variance, Fisher 1925), each beyond the
/// parts before it.
std::vector<SidePart> telling_parts(const SideColumns& side, Matrix targets);

}  // namespace guise::stats
