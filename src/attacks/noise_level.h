// SPDX-License-Identifier: Apache-2.0
// The variance of white noise nobody told, from the small eigenvalues of the release: they are those of noise alone.
#pragma once
#include "base/matrix.h"
#include "random/rng.h"

namespace guise::attacks {

/// Median of the eigenvalues over the median of the Marchenko-Pastur law. Gavish and Donoho (2014), section 2.2. `eigenvalues`
/// fall and are of a covariance (or second moments) with `freedom` degrees of freedom; those that are 0 by lack of records do
/// not count.
double median_noise_variance(const Vector& eigenvalues, double freedom);

/// Paper 001, sections VI.B and VIII.F: the variance whose law fits the histogram of the small eigenvalues best, averaged over
/// 100 trials without outliers. The paper does not say what differs between trials (erratum 28): here each sees other records.
double fitted_noise_variance(const Matrix& sample, bool centered, const random::Rng& rng);

}  // namespace guise::attacks
