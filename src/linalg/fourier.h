// SPDX-License-Identifier: Apache-2.0
// The discrete Fourier transform of any length. Real series are transformed two at a time by callers: one as the real part, one
// as the imaginary part.
#pragma once

#include "base/matrix.h"

namespace guise::linalg {

/// Real and imaginary parts.
struct ComplexSeries {
  Vector real, imaginary;
};

/// out[k] = sum of in[t] exp(-2 pi i k t / n); the inverse has the other sign and is divided by n.
ComplexSeries fourier(ComplexSeries series);
ComplexSeries inverse_fourier(ComplexSeries spectrum);

}  // namespace guise::linalg
