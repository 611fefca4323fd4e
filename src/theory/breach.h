// SPDX-License-Identifier: Apache-2.0
// How likely a rotation gives a record away to somebody who knows some originals and which released records are theirs.
// Giannella, Liu and Kargupta (2013); the formula in closed form.
#pragma once
#include <cstdint>

#include "base/matrix.h"

namespace guise::theory {

/// The attacker draws a rotation at random among those that fit the known pairs and undoes it. The part of x in the span of the
/// known records comes back exactly; the rest, of length r = `outside` |x| in d = `free` dimensions, lands anywhere on its
/// sphere: |guess - x| = 2 r sin(phi/2) with phi the angle to the truth. The probability of |guess - x| <= eps |x| is the share
/// of the cap phi <= theta = 2 asin(min(1, eps / (2 outside))): 1/2 I_{sin^2 theta}((d-1)/2, 1/2), or one minus that beyond
/// a right angle. A record whose outside is at most eps is lost anyway: leaving the rest out misses by r only.
double breach_probability(double outside, std::int64_t free, double epsilon);

struct Breach {
  Vector outside;      ///< per record: the share |x_outside| / |x| of its length outside the span of the known ones
  Vector probability;  ///< per record
  Index known_rank;    ///< dimensions the known records span
};
/// Records are rows; known and target ones are measured from the point the rotation keeps fixed (usually 0).
Breach breach_probabilities(const Matrix& known, const Matrix& targets, double epsilon);

}  // namespace guise::theory
