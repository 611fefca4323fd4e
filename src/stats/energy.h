// SPDX-License-Identifier: Apache-2.0
// The energy distance between two samples: 0 only when both come from the same distribution. Szekely and Rizzo (2004).
#pragma once
#include "base/matrix.h"

namespace guise::stats {

/// Mean Euclidean distance from a record of one sample to a record of the other.
double mean_distance(const Matrix& first, const Matrix& second);

/// 2 E|X - Y| - E|X - X'| - E|Y - Y'|, each mean over all pairs. O(records^2).
double energy_distance(const Matrix& first, const Matrix& second);

/// Sum of sqrt(a[i] - 2 b[i]), 0 where that is rounding: distances from squared lengths and inner products.
double sum_of_roots(const double* lengths, const double* products, Index count);

}  // namespace guise::stats
