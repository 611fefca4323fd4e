// SPDX-License-Identifier: Apache-2.0
// Quantile functions, and how far two of them are apart: the one-dimensional Wasserstein distance.
#pragma once
#include "base/matrix.h"

namespace guise::stats {

/// At the levels i / (count + 1), i = 1 … count, interpolated between the order statistics (Hyndman and Fan's type 7). There
/// must be a value at least.
Vector quantiles(Vector values, Index count);

/// Of every column, after it was brought to mean 0 and standard deviation 1; a constant column has zeros. One column each.
Matrix standard_quantiles(const MatrixRef& records, Index count);

/// Mean |difference| of two quantile functions on the same levels: W1 as the levels grow denser.
double quantile_distance(const Vector& first, const Vector& second);

/// The quantile function of -x from that of x.
Vector mirrored(const Vector& quantiles);

/// The most usual value: one that a twentieth of them share exactly; else the mode, the middle of the shortest half, of the
/// shortest half of that, and so on (Bickel and Fruehwirth 2006).
double usual_value(Vector values);

}  // namespace guise::stats
