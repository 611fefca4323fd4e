// SPDX-License-Identifier: Apache-2.0
// Distance correlation: 0 only when two attributes are independent, unlike Pearson's. Szekely, Rizzo and Bakirov (2007).
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::stats {

std::vector<Index> rising_order(const Vector& x);  ///< which value is the smallest, which the next, …
/// From each value to all others, O(n) once their order is known.
Vector sums_of_distances(const Vector& x, const std::vector<Index>& rising);

/// The unbiased square of it (Szekely and Rizzo 2014): around 0 for independent attributes, where the plain one is around
/// 1 / sqrt(n). Can be negative; 0 for a constant attribute and for fewer than 4 records. O(n log n) by Huo and Szekely (2016).
double squared_distance_correlation(const Vector& x, const Vector& y);

/// The largest distance correlation between two of the columns, and which they are.
struct Dependence {
  double correlation = 0;
  Index first = 0, second = 0;
};
Dependence strongest_dependence(const MatrixRef& records);

}  // namespace guise::stats
