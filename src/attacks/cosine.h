// SPDX-License-Identifier: Apache-2.0
// The discrete cosine transform. White noise stays white, and a trend does not jump at the ends as it does for Fourier's.
#pragma once
#include "base/matrix.h"

namespace guise::attacks {

/// The orthonormal transform (DCT-II) of every column, and back.
Matrix cosine_transform(const Matrix& series);
Matrix inverse_cosine_transform(const Matrix& coefficients);

}  // namespace guise::attacks
