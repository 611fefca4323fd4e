// SPDX-License-Identifier: Apache-2.0
// Mean and variance of s under the density proportional to exp(-sum of |point_j + s direction_j|): Laplace numbers on a line.
#pragma once
#include "base/matrix.h"

namespace guise::stats {

struct LineMoments {
  double mean, variance;
};

/// In closed form, piece by piece: between the s where a coordinate is 0 the logarithm of the density is linear. The direction
/// is not 0.
LineMoments laplace_on_line(const Eigen::Ref<const Vector>& point, const Vector& direction);

}  // namespace guise::stats
