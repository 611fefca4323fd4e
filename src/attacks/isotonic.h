// SPDX-License-Identifier: Apache-2.0
// Isotonic regression: the monotone curve nearest to a series, for tables that are sorted by an attribute.
#pragma once
#include "base/matrix.h"

namespace guise::attacks {

struct Isotonic {
  Vector fit;
  Index levels = 0;     ///< distinct values of the fit
  double residual = 0;  ///< sum of squares left
};

/// Least squares under fit[0] <= fit[1] <= …, by pooling adjacent violators (Ayer et al. 1955), O(n).
Isotonic rising_fit(const Vector& series);

/// The better of the rising and the falling fit.
Isotonic monotone_fit(const Vector& series);

/// True when what the fit leaves is no more than noise of that variance: the series is a monotone one behind noise.
bool explains(const Isotonic& fit, double noise_variance);

}  // namespace guise::attacks
