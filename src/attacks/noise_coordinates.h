// SPDX-License-Identifier: Apache-2.0
// Coordinates of a release in which its noise has variance 1 and attributes are uncorrelated.
#pragma once
#include "base/matrix.h"

namespace guise::attacks {

/// z = (y - mean) to, x = z back + mean.
struct NoiseCoordinates {
  Matrix to, back;
  Vector signal;  ///< variance of the originals along each, falling, above 0
};

/// Those whose variance is above `least`, 1 being that of noise alone; at most so many. `freedom`: variances are corrected for
/// the sampling error of a covariance with so many degrees of freedom (debias.h); 0: they are not.
NoiseCoordinates noise_coordinates(const Matrix& noise, const Matrix& covariance, double least, Index most, double freedom = 0);

}  // namespace guise::attacks
