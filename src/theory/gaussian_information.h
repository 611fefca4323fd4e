// SPDX-License-Identifier: Apache-2.0
// The most that records with additive Gaussian noise can tell of the originals.
#pragma once
#include "base/matrix.h"

namespace guise::theory {

/// Bits per record about x in y = x + r, r Gaussian with the covariance `noise`: 1/2 log2 det(I + Sx Sr^-1). Exact for Gaussian
/// x, and an upper bound for any other x with the covariance Sx, because the Gaussian law has the largest entropy. Infinite
/// where x varies in a direction that the noise does not cover. One attribute: 1/2 log2(1 + SNR).
double gaussian_information(const Matrix& covariance, const Matrix& noise);

}  // namespace guise::theory
