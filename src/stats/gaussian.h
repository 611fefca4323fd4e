// SPDX-License-Identifier: Apache-2.0
// A multivariate Gaussian ready for evaluation: the Cholesky factor of its covariance, which may be singular.
#pragma once
#include "base/matrix.h"

namespace guise::stats {

/// Lower Cholesky factor. Where the matrix is singular its diagonal is raised by 1e-9 of itself (a zero one by 1e-9 of the
/// mean), so attributes on different scales keep their digits.
Matrix robust_cholesky(const Matrix& covariance);

/// R with R R' = the covariance, singular or not: no digits are lost to squaring, and attributes keep their own scales.
/// Eigenvalues of the correlations below 0 count as 0.
Matrix covariance_root(const Matrix& covariance);

class Gaussian {
 public:
  Gaussian(Vector mean, const Matrix& covariance);
  static Gaussian of_factor(Vector mean, Matrix lower);  ///< of the covariance L L'; L lower, its diagonal positive
  const Vector& mean() const { return mean_; }
  const Matrix& lower() const { return lower_; }
  Vector log_density(const Matrix& centred) const;  ///< of records from which mean() was already taken

 private:
  Gaussian() = default;
  void set_constant();
  Vector mean_;
  Matrix lower_;
  double log_constant_ = 0;
};

}  // namespace guise::stats
