// SPDX-License-Identifier: Apache-2.0
// Squared lengths, distances, inner products and cosines of two originals from their released records, or columns: estimates
// with standard errors and intervals over the draws of matrices and errors.
#pragma once
#include "release/geometry.h"

namespace guise::release {

/// Squared lengths and inner product of two released records, or columns where columns are compared.
struct Pair {
  double xx, yy, xy;
  double square_distance() const { return xx + yy - 2 * xy; }
};

/// For a Gaussian matrix errors are those of the corrected Lemma 5.6 of paper 000; with signs or zeros as entries the law of
/// single originals would matter, which is not known: they are given the Gaussian's, signs err less.
class PairLaw {
 public:
  /// `rows`: entries of a column where columns are compared.
  PairLaw(const Geometry&, Index rows);

  /// `x` and `y`: their errors, as multiples of those that the geometry tells; of columns, the variance of an entry's.
  Bounds square(double released, double x) const;
  Bounds square_distance(const Pair& released, double x, double y) const;
  Bounds product(const Pair& released, double x, double y) const;
  Bounds cosine(const Pair& released, double x, double y) const;

 private:
  /// |a|^2 and |b|^2 of a = x / s + s y and b = x / s - s y with s^2 = |x| / |y|: at right angles, so that a Gaussian
  /// projection makes their errors independent, and x'y = (|a|^2 - |b|^2) / 4.
  struct Diagonals {
    Bounds sum, difference;
  };
  Diagonals diagonals(const SquareLaw&, const Pair&, double x, double y) const;

  Bounds alone(const SquareLaw&, double released, double noise) const;

  SquareLaw one_, two_, angle_, product_;
  bool exact_, single_;
  double errors_alone_ = 0;  // released squared length that is 0 without the errors
  double relative_ = 0;      // variance of a long length's estimate over its square: 2 / k of a Gaussian projection
};

}  // namespace guise::release
