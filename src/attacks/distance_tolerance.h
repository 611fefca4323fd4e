// SPDX-License-Identifier: Apache-2.0
// Whether a distance in a release can be that between two originals.
#pragma once
#include "base/matrix.h"

namespace guise::attacks {

/// Squared distances that may belong to one of the originals.
struct Window {
  double middle, width;
  double off(double squared) const { return (squared - middle) / width; }  ///< within -1 … 1 where it may
};

/// How far squared distances and squared lengths in the release may be from those of the originals. With noise of covariance E,
/// |d + e1 - e2|^2 has mean |d|^2 + 2 tr E and variance 8 d'Ed + 8 tr E^2; without it only rounding is left.
struct Tolerance {
  double trace = 0, largest = 0, squares = 0;  ///< tr E, the largest eigenvalue of E, tr E^2
  double limit = 3;                            ///< standard deviations that still pass
  double rounding = 0;                         ///< of squared distances
  double digits = 0;                           ///< rounding of a row itself: all that is left of it far away from 0
  Matrix variances = {}, centers = {};         ///< of units that were estimated, as in UnitErrors; empty: they are exact

  /// What wrong units make of the squared distance of two originals, of the squared length of one: variances. And how far off
  /// they put one, squared.
  double loose_distance(const Vector& difference) const;
  double loose_length(const Vector& original) const;
  double displaced(const Vector& original) const;

  Window distance(double original, double loose = 0) const;  ///< for the squared distance of two originals
  Window length(double original, double loose = 0) const;    ///< for the squared length of one
  Window place(double displaced = 0) const;                  ///< for the squared distance of an original from its row
};
/// For noise of that covariance; at most one in a hundred right placements of so many compared distances is turned away.
Tolerance tolerance_of(const Matrix& noise, const MatrixRef& rows, Index compared);

}  // namespace guise::attacks
