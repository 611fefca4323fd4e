// SPDX-License-Identifier: Apache-2.0
// Eigenvalues of the covariance of pure noise. Paper 001, equations (2) and (3).
#pragma once

namespace guise::theory {

struct Band {
  double low, high;
};
/// sigma^2 (1 -+ sqrt(attributes / records))^2
Band marchenko_pastur_band(double variance, double records, double attributes);
/// Of the eigenvalues that are not zero: with more attributes than records a share 1 - records / attributes is, and this
/// integrates to the rest.
double marchenko_pastur_density(double eigenvalue, double variance, double records, double attributes);
/// Median of the law for variance 1 and beta = min(n,m)/max(n,m) (Gavish and Donoho 2014).
double marchenko_pastur_median(double beta);

/// Density of the eigenvalues of (V + V')/(2 sqrt(2n)): (2/pi) sqrt(1 - x^2). The paper prints the count density of another
/// scaling (erratum 18).
double wigner_density(double x);

}  // namespace guise::theory
