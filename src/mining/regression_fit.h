// SPDX-License-Identifier: Apache-2.0
// Least squares from moments, with or without errors in the attributes.
#pragma once
#include "base/matrix.h"
#include "stats/moments.h"

namespace guise::mining {

/// Of attributes y and the number t that is explained.
struct JointMoments {
  double records;
  Vector mean;
  double target_mean;
  Matrix yy;  ///< covariances divide by n - 1
  Vector yt;
  double tt;
};
/// The target is the last column.
JointMoments joint_moments(const stats::Moments&);

struct LinearFit {
  Vector slopes, slope_errors;
  double intercept = 0, intercept_error = 0;
  double residual_variance = 0;  ///< of the target, given attributes without errors
  double r_squared = 0;
};

/// b = (A + ridge/(n-1) I)^-1 S_yt, where A is the covariance of the attributes without errors: S_yy itself for ordinary least
/// squares, S_yy less the errors' covariance for the corrected form.
LinearFit fit_linear(const JointMoments&, const Matrix& without_errors, double ridge);

/// Squared error of a fit's predictions, summed over the records that the moments are of.
double squared_error(const LinearFit&, const JointMoments&);

/// Mean share of two intervals that lies in both: Karr, Kohnen, Oganian, Reiter and Sanil (2006). 0 where they are apart.
double interval_overlap(double low_a, double high_a, double low_b, double high_b);

}  // namespace guise::mining
