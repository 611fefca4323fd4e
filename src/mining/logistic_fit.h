// SPDX-License-Identifier: Apache-2.0
// Logistic regression by Newton's method, a pass over the records per step.
#pragma once
#include "mining/classifier.h"

namespace guise::mining {

/// Of two classes the second has coefficients, the first none; of several each has, and they sum to 0 over classes.
struct LogisticFit {
  Matrix coefficients;       ///< attributes and the constant last, by told class
  Matrix errors;             ///< standard errors alike, where there is no penalty; else empty
  std::vector<int> told;     ///< classes with coefficients
  std::vector<int> classes;  ///< all that were there
  /// The attributes tell classes without error, and without a penalty coefficients grow without limit: these are on the way.
  bool unbounded = false;
  LinearScores scores() const;
};

/// min penalty |w|^2 / 2 - log-likelihood; constants are not penalised.
LogisticFit fit_logistic(const Data&, double penalty);

}  // namespace guise::mining
