// SPDX-License-Identifier: Apache-2.0
// Does an attribute follow the Laplace law? Paper 004, section 4: the Kolmogorov-Smirnov test of what its L1 attack assumes.
#pragma once
#include <vector>

#include "base/matrix.h"
#include "stats/resampling.h"

namespace guise::stats {

/// Density exp(-|x - location| / scale) / (2 scale).
struct Laplace {
  double location = 0, scale = 1;
  double cdf(double x) const;
};
Laplace fit_laplace(const Vector& values);  ///< maximum likelihood: the median and the mean distance to it

/// Largest distance of the distribution functions of the values and of the law fitted to them; 1 for constant values.
double laplace_distance(const Vector& values);

/// One test per column, by a parametric bootstrap: with fitted parameters the usual critical values reject nothing (erratum
/// 53). Neither location nor scale changes the law of the statistic, so all columns share the draws.
std::vector<Significance> test_laplace(const Matrix& records, int draws, const random::Rng& rng);

}  // namespace guise::stats
