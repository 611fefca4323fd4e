// SPDX-License-Identifier: Apache-2.0
// The Anderson-Darling test of normality, mean and variance estimated. Anderson and Darling (1954), Stephens (1974).
#pragma once
#include "base/matrix.h"

namespace guise::stats {

struct AndersonDarling {
  double statistic;  ///< A^2
  double p_value;    ///< chance of at least this for normal data: D'Agostino and Stephens (1986), table 4.9
};

/// Wants 8 values at least; with fewer, and for a constant, {infinity, 0}: not shown to be normal.
AndersonDarling anderson_darling(const Vector& sample);

}  // namespace guise::stats
