// SPDX-License-Identifier: Apache-2.0
// The joint law of the lengths and distances that a release in noise shows of known records. Distances of one record are off
// together: counted as independent, they rank the right placement among thousands of wrong ones. Beyond-2 section 4.2.
#pragma once
#include "attacks/placement_misfit.h"

namespace guise::attacks {

/// Squared lengths and distances of records in a fixed order, as they are placed one after the other. Step k shows the squared
/// length of record k, unless the mask moves the origin, and its squared distances to the records before it, in their order.
/// Their deviations have mean 0 and, for normal noise, exactly this covariance; in the law's units they are independent.
class PlacementLaw {
 public:
  /// `along`: variance of the noise along records. `squares`: tr E^2 of its covariance E.
  PlacementLaw(const Matrix& records, double along, double squares, bool translated);

  Index lengths() const { return lengths_; }  ///< 1 where step k shows a length, else 0
  Index shown(Index step) const { return step + lengths_; }
  Index shown_before(Index step) const { return step * (step - 1) / 2 + step * lengths_; }
  /// Squared length and distances of the originals at a step.
  Vector expected(Index step) const { return expected_.segment(shown_before(step), shown(step)); }
  /// Independent deviations of variance 1 at a step: own(step) times its deviations plus earlier(step) times all before.
  Matrix own(Index step) const { return unit_.block(shown_before(step), shown_before(step), shown(step), shown(step)); }
  Matrix earlier(Index step) const { return unit_.block(shown_before(step), 0, shown(step), shown_before(step)); }

 private:
  Index lengths_;
  Vector expected_;
  Matrix unit_;  // inverse of the covariance's Cholesky factor
};

}  // namespace guise::attacks
