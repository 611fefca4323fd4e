// SPDX-License-Identifier: Apache-2.0
// The power spectrum of one series behind white noise of variance 1: an autoregression of first order by Whittle's likelihood
// (1953), times factors on bands of frequencies where lines or other shapes stand out of it.
#pragma once
#include "base/matrix.h"

namespace guise::attacks {

/// Power at every frequency, noise included, from the mean of `frames` periodograms. All ones: nothing but noise.
Vector component_power(const Vector& periodogram, Index frames);

/// Whittle's -2 log likelihood of a periodogram.
double whittle_misfit(const Vector& periodogram, const Vector& power);

}  // namespace guise::attacks
