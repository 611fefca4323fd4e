// SPDX-License-Identifier: Apache-2.0
// Noise that is not Gaussian: each row has its own factor on noise of one shape, drawn from a few factors. Noise on outliers
// only and heavy tails are such mixtures. Andrews and Mallows 1974: scale mixtures of normal laws.
#pragma once
#include "base/matrix.h"

namespace guise::audit {

class NoiseScales {
 public:
  /// Gaussian noise: every factor is 1.
  NoiseScales() = default;
  /// Before anything is known: half of the rows have factor 1, the others any. `columns`: that have noise.
  static NoiseScales open(Index columns);

  bool gaussian() const { return share_.size() == 0; }
  /// Log density at a squared distance in variances of the noise, up to the constant of Gaussian noise, for which it is -d/2.
  double log_density(double squared) const;
  /// Squared distance from which on the density is less than e^-20 of that at `squared`.
  double reach(double squared) const;
  /// Shares of the factors that explain these squared distances better: one step of expectation maximisation.
  void improve(const Vector& squared);
  /// Mean of 1/factor^2 for a row at that squared distance: how much it tells about the covariance.
  double weight(double squared) const;

 private:
  /// Log of share times density, for each factor.
  Vector parts(double squared) const;
  void set_shares(Vector share);
  double columns_ = 0;
  Vector share_ = {};
  Vector at_zero_ = {}, slope_ = {};  // of parts(), which is linear: worked out once, as rows are compared by the million
};

}  // namespace guise::audit
