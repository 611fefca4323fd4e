// SPDX-License-Identifier: Apache-2.0
// Do records follow a multivariate normal law? The energy test of Szekely and Rizzo (2005), "A new test for multivariate
// normality"; paper 004, section 4 cites their test of two samples instead (erratum 53).
#pragma once
#include <vector>

#include "base/matrix.h"
#include "stats/resampling.h"

namespace guise::stats {

/// E |a - Z| for a point at this distance from the mean of a standard normal vector Z.
double mean_distance_to_normal(double length, Index dimensions);

/// n (2/n sum E|y_i - Z| - E|Z - Z'| - 1/n^2 sum |y_i - y_j|) of the standardised records y: R's energy::mvnorm.e.
struct Energy {
  double statistic = 0;
  Index dimensions = 0;  ///< fewer than attributes where some are constant or combinations of others
};
Energy normal_energy(const Matrix& records);

struct Normality {
  Significance test;
  Index dimensions = 0;
};
/// Of all attributes together. The law of the statistic depends on size and dimensions alone and is drawn.
Normality test_normality(const Matrix& records, int draws, const random::Rng& rng);
/// Of every column by itself; all share the draws. A constant column is not tested: statistic 0, p-value 1.
std::vector<Significance> test_normality_by_column(const Matrix& records, int draws, const random::Rng& rng);

}  // namespace guise::stats
