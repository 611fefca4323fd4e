// SPDX-License-Identifier: Apache-2.0
// How records differ from Gaussian ones in their fourth moments, which the errors of variances, covariances and correlations
// depend on. From one more pass over the release, so that noise of whatever law is in them too.
#pragma once
#include "mining/second_moments.h"

namespace guise::mining {

/// Unbiased estimates (Kendall and Stuart, Fisher's k-statistics) of the joint cumulants of columns i and j; 0 for Gaussian
/// records, and where records are too few to tell.
struct FourthCumulants {
  Matrix two_two;    ///< of x_i^2 x_j^2
  Matrix three_one;  ///< of x_i^3 x_j
  Vector third;      ///< of x_i^3
};
FourthCumulants fourth_cumulants(const Data&, const SecondMoments&);

}  // namespace guise::mining
