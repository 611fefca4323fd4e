// SPDX-License-Identifier: Apache-2.0
// What the attacks of paper 002 must leave, from the eigenvalues of the data alone.
#pragma once
#include "base/matrix.h"

namespace guise::theory {

/// Theorem 5.1: independent noise adds its covariance, Cov(Y) = Cov(X) + Cov(R); for white noise only the diagonal changes.
Matrix original_covariance(const Matrix& released, const Matrix& noise);

/// Theorem 5.2: the noise that survives a projection on p of m components, sigma^2 p / m, per attribute.
double principal_noise_error(double noise_variance, Index kept, Index attributes);
/// Theorem 5.2 plus what the projection cuts off: sigma^2 p/m + sum of the dropped eigenvalues / m. Eigenvalues falling.
double principal_error(const Vector& eigenvalues, double noise_variance, Index kept);
/// Mean of lambda s2 / (lambda + s2): the exact mean squared error of BE-DR with white noise.
double bayes_error(const Vector& eigenvalues, double noise_variance);
/// trace(Sx - Sx (Sx + Sr)^-1 Sx) / m: the same for any noise covariance.
double bayes_error(const Matrix& covariance, const Matrix& noise);

}  // namespace guise::theory
