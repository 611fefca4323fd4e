// SPDX-License-Identifier: Apache-2.0
// Fitting an autoregression to a series that carries white noise of known variance.
#pragma once
#include <optional>

#include "attacks/kalman.h"
#include "attacks/serial.h"

namespace guise::attacks {

/// Levinson's recursion on autocovariances 0 .. order; nothing when they are not those of any series.
std::optional<Autoregression> yule_walker(const Vector& autocovariances, Index order);

/// Autocovariances 0 .. lags of the original: the spectrum of the release, as a long autoregression has it, less that of the
/// noise.
Vector denoised_autocovariance(const Runs& series, double noise_variance, Index lags);

/// The autoregression of x behind `series` = x + noise, both of mean 0, of which some runs are seen. `order` 0: chosen by
/// Akaike's criterion up to kMostOrder. Nothing when the noise explains all of the series.
constexpr Index kMostOrder = 12;
std::optional<Autoregression> fit_autoregression(const Runs& series, double noise_variance, Index order);

}  // namespace guise::attacks
