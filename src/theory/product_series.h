// SPDX-License-Identifier: Apache-2.0
// E f(X) f(Y) as a power series in the correlation, for all pairs of many records: once the coefficients of each record are
// there, a pair takes about a microsecond, the integral hundreds.
#pragma once
#include "stats/activation.h"

namespace guise::theory {

/// Mehler's formula: E f(s Z) f(s' Z') = sum_k a_k(s) a_k(s') rho^k with a_k(s) = E f(s Z) h_k(Z), h_k the orthonormal Hermite
/// polynomials. What is left of E f(s Z)^2 beyond the last coefficient, r(s) r(s'), goes with the next power of rho, so that
/// the series is exact at rho = 1 for equal norms. For tanh, sigmoid and clip, where inverting has no closed form.
class ProductSeries {
 public:
  ProductSeries(stats::Activation f, const Vector& sds);  ///< one standard deviation of X per record
  double product(Index i, Index j, double rho) const;
  double error_bound(Index i, Index j, double rho) const;  ///< of product(): twice what the last term says, 2 r r' |rho|^101
  double rho(Index i, Index j, double product) const;      ///< the inverse; -1 or 1 where no correlation gives the product

 private:
  double offset_ = 0, factor_ = 1;  // f is odd but for these: E f f = offset + factor * series
  Matrix coefficients_;             // one column per record: a_1, a_3, a_5, …, then r
};

}  // namespace guise::theory
