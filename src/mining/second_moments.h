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

/// Standard errors of covariances over the draw of the records and of the noise, as for Gaussian records: those of the
/// release's covariances, which are what is estimated up to a constant.
Matrix covariance_errors(const SecondMoments&);

}  // namespace guise::mining
