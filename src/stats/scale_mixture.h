// SPDX-License-Identifier: Apache-2.0
// Normal numbers of several scales (Andrews and Mallows 1974): what heavy tails, gross errors and noise on a part of the
// records have in common. The shares of the scales are learnt by expectation maximisation (Dempster, Laird and Rubin 1977).
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::stats {

class ScaleMixture {
 public:
  /// `squares`: of numbers of the usual scale 1, each the mean of `freedom` squares of one scale.
  ScaleMixture(const Vector& squares, Index freedom);

  /// Share of the numbers whose scale is above `scale`.
  double share_above(double scale) const;
  /// E[min(1, 1 / scale^2)] given a mean of squares: what is left of a number of the usual scale behind the rest.
  double kept(double square) const;

 private:
  Vector log_density(double square) const;
  double freedom_;
  Vector scale_, weight_;
};

}  // namespace guise::stats
