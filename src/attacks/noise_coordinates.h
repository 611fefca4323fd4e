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

/// Those whose variance is above `least`, 1 being that of noise alone; at most so many.
NoiseCoordinates noise_coordinates(const Matrix& noise, const Matrix& covariance, double least, Index most);

}  // namespace guise::attacks
