// SPDX-License-Identifier: Apache-2.0
// Axes that a rotation has the wrong way round. Eight kinds of records in twelve columns have centres in seven dimensions:
// along the other five, clouds that are brought to standard deviation 1 look the same mirrored. In the records' own units a
// mirror image has another covariance, and the misfit shows it.
#pragma once
#include "attacks/unpaired_frame.h"

namespace guise::attacks {

/// Clouds in the records' own units, and how far guesses are from the sample with every axis in its own standard deviation:
/// small columns count as much as large ones.
class OwnUnits {
 public:
  /// `start`: about how the clouds lie to each other.
  OwnUnits(const Frame& own, Index most_rows, const Matrix& start);

  double misfit(const Matrix& turn) const { return cloud_misfit(compared_, turn, misfit_width_); }
  /// The rotation after some rounds of matching.
  Matrix settled(Matrix turn, int rounds) const;
  const TwoClouds& clouds() const { return clouds_; }

 private:
  TwoClouds clouds_, compared_;
  double width_, misfit_width_;
};

/// Mirrors one axis at a time for as long as that lessens the misfit.
Matrix without_mirrors(const OwnUnits& units, Matrix turn);

}  // namespace guise::attacks
