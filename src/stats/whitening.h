// SPDX-License-Identifier: Apache-2.0
// A linear map of records to uncorrelated coordinates of variance 1, and back.
#pragma once
#include "base/matrix.h"
#include "stats/moments.h"

namespace guise::stats {

struct Whitening {
  Vector center;
  Matrix to;    ///< attributes x rank: z' = (x - center)' to
  Matrix from;  ///< rank x attributes: x' = center' + z' from
  Index rank() const { return to.cols(); }
};

/// Along the eigenvectors of the correlations, so that units do not matter. Directions with less than 1e-10 of the largest
/// eigenvalue are rounding errors of an exact dependence: left out, and the rank says so.
Whitening whitening_of(const Moments& moments);

}  // namespace guise::stats
