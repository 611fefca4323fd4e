// SPDX-License-Identifier: Apache-2.0
// Errors of variances, covariances and correlations over the draw of the records and of the noise, for records and noise of any
// law with fourth moments.
#pragma once
#include "mining/fourth_cumulants.h"

namespace guise::mining {

class MomentErrors {
 public:
  MomentErrors(const Data&, const SecondMoments&);
  /// Covariance of the estimates of covariance (i, j) and (i, i), or of (i, j) with itself: those of the release's, which are
  /// what is estimated up to a constant.
  double covariance_variance(Index i, Index j) const;
  /// Var of r = s_xy / sqrt(s_xx s_yy) by the delta method.
  double correlation_variance(Index x, Index y, double r) const;

 private:
  double between(Index i, Index j, Index k, Index l) const;
  const SecondMoments& found_;
  FourthCumulants cumulants_;
  Vector factors_;
};

}  // namespace guise::mining
