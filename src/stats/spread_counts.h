// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "base/matrix.h"
#include "stats/histogram.h"

namespace guise::stats {

/// The counts of a histogram in other equal cells [low + i width, low + (i + 1) width) that cover its range. Every number is
/// spread evenly over its cell of the histogram, or over an interval of width `spread` around that cell's middle if it is
/// wider.
Vector spread_counts(const Histogram& numbers, double low, double width, Index cells, double spread = 0);

}  // namespace guise::stats
