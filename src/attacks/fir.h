// SPDX-License-Identifier: Apache-2.0
// The Wiener filter of finite length.
#pragma once
#include "base/matrix.h"

namespace guise::attacks {

/// Weights w of x'_t = sum over k of w[k] y[t - length/2 + k] with the least mean squared error: the Wiener-Hopf equations R_y
/// w = r_x, where the autocovariance of the original is that of the release less the noise at lag 0. `release` has lags 0 ..
/// length - 1.
Vector wiener_weights(const Vector& release, double noise_variance);

}  // namespace guise::attacks
