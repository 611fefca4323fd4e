// SPDX-License-Identifier: Apache-2.0
// EM for a Gaussian mixture seen through known Gaussian noise.
#pragma once
#include "stats/mixture.h"

namespace guise::stats {

/// The covariance of x from that of o = x + e: nearest to covariance - noise among the positive ones, in the likelihood's
/// sense.
Matrix debiased(const Matrix& covariance, const Matrix& noise);

/// Improves `start` until the log-likelihood per record gains less than 1e-6 of itself, or `iterations`. Components with fewer
/// records than attributes + 1 are dropped on the way.
Mixture run_em(const Matrix& observed, const Matrix& noise, Mixture start, int iterations);

/// Log-likelihood per record of other observations.
double mean_log_likelihood(const Mixture& mixture, const Matrix& observed, const Matrix& noise);

}  // namespace guise::stats
