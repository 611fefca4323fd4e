// SPDX-License-Identifier: Apache-2.0
// Moments of logarithms: of the factors of multiplicative noise, and of released values some of which are 0.
#pragma once
#include "attacks/knowledge.h"

namespace guise::attacks {

/// log |y|, NaN where y is 0: a zero has no logarithm, and says of x that it is 0.
Matrix logs_of(const MatrixRef& released);

/// Mean and covariance of columns with gaps, each entry from the records that have both (divided by n - 1).
struct LogMoments {
  Vector mean;
  Matrix covariance;
};
LogMoments gappy_moments(const Matrix& logs);

/// Mean and covariance of log f. Truncated: of log(1 + sd T), T ~ N(0,1) cut at +-2, by quadrature. Lognormal: -sd^2/2, so that
/// f has mean 1, and sd^2; shaped: proportional to the logs of the data, hence also to those of the release.
LogMoments log_factor(const Factor& factor, const Matrix& release_covariance);

}  // namespace guise::attacks
