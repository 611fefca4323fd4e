// SPDX-License-Identifier: Apache-2.0
// How far two distributions are apart: Kolmogorov-Smirnov and total variation.
#pragma once
#include <functional>

#include "base/matrix.h"
#include "stats/histogram.h"

namespace guise::stats {

struct KolmogorovSmirnov {
  double statistic;  ///< largest difference of the distribution functions
  double p_value;  ///< chance of at least this under equal distributions, for large samples (Stephens 1970); 1 when a sample is
                   ///< empty
};
KolmogorovSmirnov kolmogorov_smirnov(const Vector& sample, const std::function<double(double)>& cdf);
KolmogorovSmirnov kolmogorov_smirnov(const Vector& first, const Vector& second);
/// At the edges of the finest cells both have: short of the statistic of the numbers by at most the mass of one cell.
KolmogorovSmirnov kolmogorov_smirnov(const Histogram& first, const Histogram& second);

/// Half the sum of |p - q| over cells; 0 the same, 1 nothing in common.
double total_variation(const Vector& first, const Vector& second);
/// In at most `cells` cells over both ranges: finer ones would measure sampling noise, about sqrt(cells / records) / 2.
double total_variation(const Histogram& first, const Histogram& second, int cells = 64);

/// Two histograms as probabilities of the same equal cells, aligned to multiples of their width, a power of two.
struct CommonCells {
  double low, width;
  Vector first, second;
};
CommonCells common_cells(const Histogram& first, const Histogram& second, int most);

/// P(sup |Brownian bridge| > x).
double kolmogorov_tail(double x);

}  // namespace guise::stats
