// SPDX-License-Identifier: Apache-2.0
// What is said of a density in cells, and how far two of them are apart whatever their cells. Within a cell it is uniform.
#pragma once
#include "stats/density.h"

namespace guise::stats {

/// Density of the numbers that were counted, in equal cells. `spread`: every number stands for an interval of that width around
/// it, as a number does that was rounded.
Density counted_density(const Histogram& numbers, int cells, double spread = 0);

double cdf(const Density& density, double x);
double quantile(const Density& density, double share);
double mean(const Density& density);
double sd(const Density& density);

struct DensityDistance {
  double total_variation;     ///< in 32 equal cells of the first one's range and the two ends beyond it
  double kolmogorov_smirnov;  ///< largest difference of the distribution functions
  double wasserstein;         ///< integral of that difference, over the first one's sd
};
DensityDistance distance(const Density& first, const Density& second);

}  // namespace guise::stats
