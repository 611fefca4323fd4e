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

/// One round with a kernel of a width that is known.
Matrix soft_match(const TwoClouds& clouds, const Matrix& turn, Index next, double width);

/// The width with which points compared along the columns of `turn` have that many matches.
double match_width(const TwoClouds& clouds, const Matrix& turn, const MatchWidth& width);

/// The first points of both clouds.
TwoClouds first_points(const TwoClouds& clouds, Index most);

/// The rotation nearest to a square matrix.
Matrix nearest_rotation(const Matrix& square);

/// Squared distance of every point of `a`, turned, to the nearest point of `others`.
Vector nearest_squares(const TwoClouds& clouds, const Matrix& turn, const Singles& others);

/// How badly two clouds agree once `a` is turned, every coordinate weighted by the metric: minus the mean logarithm of the
/// density of each at the points of the other, both estimated with a Gaussian kernel whose variance is `width`. Points far from
/// all others count as if they were less far.
double cloud_misfit(const TwoClouds& clouds, const Matrix& turn, double width);

}  // namespace guise::attacks
