// SPDX-License-Identifier: Apache-2.0
// How much noise holds the best linear guess below a share of every column: what a mask that leaks needs at least.
#pragma once
#include "base/matrix.h"

namespace guise::theory {

/// Share of each column's variance that the best linear guess explains behind this noise: diag(Sx (Sx + Sr)^-1 Sx) / diag(Sx).
/// 0 for a constant column. Paper 002, section 6: BE-DR, which is the best of all guesses for Gaussian data.
Vector linear_share(const Matrix& covariance, const Matrix& noise);

/// The least factor on the noise's variances, 1 or more, with which that share is at most `share` in every column; infinity
/// where a column has no noise.
double noise_factor(const Matrix& covariance, const Matrix& noise, double share);

}  // namespace guise::theory
