// SPDX-License-Identifier: Apache-2.0
// How far a figure may be off by the luck of who its records are and what noise they got, the records being independent: the
// delta method. A record pulls a figure by its influence function (Hampel 1974), which for all attributes together is the mean
// of theirs; the variance of the figure is that of the pulls between records, or between groups of them, over their number.
#pragma once
#include <array>

#include "measures/measure.h"

namespace guise::measures {

/// A figure and what the records of each group pull it by, summed; over all groups that is 0.
struct Estimate {
  double value = kNothing;
  std::array<double, kGroups> pull = {};
};

/// Mean squared error, in variances of the truth (`relative`) or in squared units. Relative errors are a ratio, mse / var: a
/// record far from the mean makes both larger.
Estimate squared_error(const Comparison& comparison, std::size_t attribute, bool relative);

/// Of truth - guess, in variances of the truth.
Estimate difference_variance(const Comparison& comparison, std::size_t attribute);

/// Of truth and guess; 0 when the guess is constant.
Estimate correlation(const Comparison& comparison, std::size_t attribute);

/// Share of records counted by a counter of GroupSums; `key`: which of its tolerances.
using Counter = std::int64_t (*)(const GroupSums& sums, std::size_t key);
Estimate counted_share(const Comparison& comparison, std::size_t attribute, Counter counter, std::size_t key);

/// A function of an estimate, with its derivative there.
Estimate function_of(const Estimate& estimate, double value, double derivative);

Estimate mean_of(const std::vector<Estimate>& estimates);

/// Half-width of the 95 % t-interval of an estimate from so many records; NaN for a single one.
double half_width(const Estimate& estimate, std::int64_t records);

}  // namespace guise::measures
