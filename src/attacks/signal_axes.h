// SPDX-License-Identifier: Apache-2.0
// Where the signal lies in a table of cosine coefficients with white noise of variance 1: which directions of the columns, in
// which bands of frequencies. Bands are halved as long as Stein's unbiased estimate of the risk falls.
#pragma once
#include "base/matrix.h"

namespace guise::attacks {

/// Scatter of the estimated signal, columns x columns. Rows of `coefficients` are frequencies from low to high, each `frames`
/// times.
Matrix signal_scatter(const Matrix& coefficients, Index frames);

}  // namespace guise::attacks
