// SPDX-License-Identifier: Apache-2.0
// Dependence along the order of the records: what `smooth` attacks use and `--shuffle` removes.
#pragma once
#include "base/matrix.h"

namespace guise::stats {

/// Correlation of a sequence with itself `lag` places later, about one common mean (Box and Jenkins, r_k = c_k / c_0).
/// Independent values give 0 with standard deviation about 1 / sqrt(n). A constant sequence, or one not longer than the lag,
/// gives 0.
double autocorrelation(const Vector& values, Index lag);

}  // namespace guise::stats
