// SPDX-License-Identifier: Apache-2.0
// The non-linear distortion x* = B + Q f(A + W x) of paper 003: a table behind one draw of the matrices, two records behind
// many.
#pragma once
#include <string>

#include "papers/masked.h"
#include "theory/distortion.h"

namespace guise::papers {

/// The law as a step of a mask.
std::string distort_call(const theory::Distortion& law);

/// A table behind the mask `distort`, and what an outsider knows of it.
Masked distorted(const theory::Distortion& law, const Matrix& records, const random::Rng& rng);

/// x*'y* and |x* - y*|^2 of two records under draw after draw of the four matrices, by the definition, not by the mask.
struct DrawnPair {
  Vector inner, square_distance;
};
DrawnPair draw_pair(const theory::Distortion& law, const Vector& x, const Vector& y, Index draws, const random::Rng& rng);

/// Mean and variance of draws, each with its standard error, from the draws themselves.
struct DrawnSpread {
  double mean, mean_error, variance, variance_error;
};
DrawnSpread spread_of(const Vector& draws);

}  // namespace guise::papers
