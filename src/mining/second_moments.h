// SPDX-License-Identifier: Apache-2.0
// Mean and covariance of the originals from those of a release: what covariance, correlation, pca and regression start from.
#pragma once
#include "mining/data.h"

namespace guise::mining {

struct SecondMoments {
  double records = 0;
  Vector mean;
  Matrix covariance;  ///< of the originals; may not be positive definite where the noise is large
  Matrix of_rows;     ///< of the release, errors included
  std::vector<std::string> notes = {};
};

SecondMoments second_moments(const Data&);
/// The same from moments that were gathered already.
SecondMoments second_moments(const Data&, const stats::Moments&);

/// What a variance of the release is multiplied by to be that of the originals, before a constant is taken off: 1 but for
/// factors y = x f, which leave 1 / (1 + variance of f).
Vector variance_factors(const Data&);

}  // namespace guise::mining
