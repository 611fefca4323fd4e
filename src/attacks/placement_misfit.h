// SPDX-License-Identifier: Apache-2.0
// How badly released rows fit known records under the best rigid motion: the likelihood of a placement in noise.
#pragma once
#include "base/matrix.h"

namespace guise::attacks {

/// Which of the release's numbers the noise may have changed, and by how much.
struct PlacementNoise {
  double variance = 0;      ///< of the noise, per number: the mean over the columns
  bool translated = false;  ///< the mask moves the origin: only differences of records count
};

/// The least |Y - X Q'|^2 over all rotations Q, in variances of the noise, for records X in a fixed order. With the singular
/// values s of X'Y it is |X|^2 + |Y|^2 - 2 sum s, and s^2 are the eigenvalues of (XX')^1/2 YY' (XX')^1/2: as many as records.
class PlacementMisfit {
 public:
  /// `rows`: one released row per column; kept by reference.
  PlacementMisfit(const Matrix& records, const Matrix& rows, PlacementNoise noise);
  double of(const Index* placed) const;
  /// Numbers that the misfit of the right placement is made of: about its mean.
  double freedom() const;

 private:
  const Matrix& rows_;
  PlacementNoise noise_;
  Index records_, attributes_;
  Matrix root_;  // (XX')^1/2
  double squares_;
};

}  // namespace guise::attacks
