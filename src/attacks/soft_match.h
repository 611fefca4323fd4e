// SPDX-License-Identifier: Apache-2.0
// Turning one cloud of points onto another without pairs: every point is matched with all points of the other cloud, near ones
// more, and the rotation that fits these matches is taken. Beyond-2 section 4.1, step 3.
#pragma once
#include "base/matrix.h"

namespace guise::attacks {

/// Two clouds of points, a point in each column, coordinates along axes that should be the same ones but for the rotation
/// sought: turn' a ~ b in distribution.
struct TwoClouds {
  Singles a, b;
  Vector metric;                    ///< weight of each coordinate where points are compared
  Vector a_mean = {}, b_mean = {};  ///< where the origin is kept, in the same coordinates; empty otherwise
  Index axes() const { return a.rows(); }
};

/// What share of the smaller cloud a point is matched with, in effect.
struct MatchWidth {
  double share;
  double least = 8;  ///< points, at least
};

/// One round: points are compared along the columns of `turn`, to which it turns the first axes of `a`, one for each row; the
/// first `next` axes are turned by what that tells.
Matrix soft_match(const TwoClouds& clouds, const Matrix& turn, Index next, const MatchWidth& width);

/// The rotation nearest to a square matrix.
Matrix nearest_rotation(const Matrix& square);

/// Squared distance of every point of `a`, turned, to the nearest point of `others`.
Vector nearest_squares(const TwoClouds& clouds, const Matrix& turn, const Singles& others);

}  // namespace guise::attacks
