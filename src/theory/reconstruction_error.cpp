// SPDX-License-Identifier: Apache-2.0
#include "theory/reconstruction_error.h"
#include "linalg/solve.h"

namespace guise::theory {

Matrix original_covariance(const Matrix& released, const Matrix& noise) {
  return released - noise;
}

double principal_noise_error(double noise_variance, Index kept, Index attributes) {
  return noise_variance * static_cast<double>(kept) / static_cast<double>(attributes);
}

double principal_error(const Vector& eigenvalues, double noise_variance, Index kept) {
  const Index attributes = eigenvalues.size();
  return principal_noise_error(noise_variance, kept, attributes) +
         eigenvalues.tail(attributes - kept).sum() / static_cast<double>(attributes);
}

double bayes_error(const Vector& eigenvalues, double noise_variance) {
  double sum = 0;
  for (const double value : eigenvalues)
    if (value > 0) sum += value * noise_variance / (value + noise_variance);
  return sum / static_cast<double>(eigenvalues.size());
}

double bayes_error(const Matrix& covariance, const Matrix& noise) {
  // LDL' with pivoting: Sx + Sr may be singular where data and noise both vanish, and there the error is zero.
  const Matrix explained = covariance * linalg::solve_symmetric(covariance + noise, covariance);
  return (covariance - explained).trace() / static_cast<double>(covariance.rows());
}

}  // namespace guise::theory
