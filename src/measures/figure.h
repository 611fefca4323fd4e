// SPDX-License-Identifier: Apache-2.0
// What the figures have in common: attributes that count, 95 % intervals, pooling.
#pragma once
#include <cstdint>
#include <functional>

#include "measures/influence.h"
#include "measures/measure.h"

namespace guise::measures {

inline constexpr double kZ = 1.959963984540054;  ///< 97.5 % quantile of the normal law

/// A constant true attribute has nothing to find out: its figures are kNothing and pooled figures leave it out.
bool counts(const Comparison& comparison, std::size_t attribute);

/// A figure that is never below 0, with its interval on the scale of the logarithm: value exp(+- half / value).
Value positive(const Estimate& estimate, std::int64_t records);

/// Square root of such a figure, with the interval's ends too.
Value root(const Estimate& estimate, std::int64_t records);

/// Wilson's 95 % interval of a share s / n, middle and half-width: (s + z^2/2)/(n + z^2) +- z/(n + z^2) sqrt(s (n - s)/n +
/// z^2/4). There must be a case at least; s may be an expectation.
struct Wilson {
  double middle, half;
};
Wilson wilson(double s, double n);

/// Share s / n with that interval, but for few cases and nearly all: Wilson's then holds 83 of 100 at worst, as its end lies
/// above what would give them often enough. The end is then that of a Poisson count, one-sided (Brown, Cai and DasGupta 2001,
/// section 4.1.1). Nothing for no cases.
Value share(double s, double n);

/// Share s / n with the exact interval of Clopper and Pearson (1934), which holds at least 95 % however few cases there are,
/// and for `family` such shares together; s may be an expectation.
Value exact_share(double s, double n, double family = 1);

/// Mean share of several attributes. Wilson's interval of as many cases as would leave a share so uncertain: all entries where
/// attributes of a record come out independently, records where they come out all alike. Korn and Graubard (1998), the
/// t-interval being allowed for.
Value mean_share(const Estimate& mean, std::int64_t records, std::size_t attributes);

/// A figure of one value per attribute; pooled: the mean. Without intervals.
Figure averaged(const Comparison& comparison, const std::function<double(std::size_t attribute)>& value);

/// A family over keys with an interval per attribute, and what becomes of the mean over attributes. Of one attribute alone the
/// pooled figure is that attribute's.
struct Parts {
  std::function<Value(std::size_t attribute, std::size_t key)> one;
  std::function<Estimate(std::size_t attribute, std::size_t key)> estimate;
  std::function<Value(const Estimate& mean, std::size_t attributes)> pooled;
};
Figure averaged(const Comparison& comparison, std::vector<std::string> keys, const Parts& parts);

/// Root of the mean squared error, `relative` to the standard deviation of the truth or in its units; pooled: the root of the
/// mean of squares.
Figure error_figure(const Comparison& comparison, bool relative);

/// Shares of entries counted at each tolerance, by the counters of GroupSums.
Figure share_figure(const Comparison& comparison, std::span<const double> tolerances, Counter counter);

/// The correlation of truth and guess with its interval on Fisher's scale, atanh(corr). None where |corr| is 1 or the guess is
/// constant.
Value correlation_interval(const Comparison& comparison, std::size_t attribute);

/// 1 - corr^2 with the interval of that.
Value unexplained(const Comparison& comparison, std::size_t attribute);

/// Off-diagonal differences between the correlations of truth and guess, squared and summed, and how many there are.
struct CorrelationGap {
  double squares = 0;
  std::int64_t pairs = 0;
};
CorrelationGap correlation_gap(const Comparison& comparison);

}  // namespace guise::measures
