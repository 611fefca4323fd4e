// SPDX-License-Identifier: Apache-2.0
// What the figures have in common: attributes that count, 95 % intervals, pooling.
#pragma once
#include <cstdint>
#include <functional>

#include "measures/measure.h"

namespace guise::measures {

inline constexpr double kZ = 1.959963984540054;  ///< 97.5 % quantile of the normal law

/// A constant true attribute has nothing to find out: its figures are kNothing and pooled figures leave it out.
bool counts(const Comparison& comparison, std::size_t attribute);

/// An average over records and its standard error.
struct Average {
  double value = kNothing, error = kNothing;
};

/// Mean squared error of an attribute in squared standard deviations of the truth (`relative`) or in its own units. Standard
/// error by the fourth moment, sqrt((m4 - m2^2) / (n - 1)), the table taken as given: what varies is the mask's and the
/// attack's luck.
Average mean_squared_error(const Comparison& comparison, std::size_t attribute, bool relative);

/// Mean over the attributes that count. The standard error is the mean of theirs: errors of one record's attributes may be
/// dependent in any way, and the standard deviation of a mean is at most the mean of the standard deviations.
Average pooled_squared_error(const Comparison& comparison, bool relative);

/// Square root with an interval by the delta method on the logarithm: root exp(+- z error / (2 value)), so it stays above 0.
Value root(const Average& square);

/// Wilson's 95 % interval of a share s / n, middle and half-width: (s + z^2/2)/(n + z^2) +- z/(n + z^2) sqrt(s (n - s)/n +
/// z^2/4). There must be a case at least; s may be an expectation.
struct Wilson {
  double middle, half;
};
Wilson wilson(double s, double n);

/// Share s / n with that interval; nothing for no cases.
Value share(std::int64_t s, std::int64_t n);

/// A figure of one value per attribute; pooled: the mean of values and of the ends of intervals (wide enough under any
/// dependence between attributes, by the argument at pooled_squared_error).
Figure averaged(const Comparison& comparison, const std::function<Value(std::size_t attribute)>& value);

/// The same for a family over keys.
Figure averaged(const Comparison& comparison, std::vector<std::string> keys,
                const std::function<Value(std::size_t attribute, std::size_t key)>& value);

/// Correlation of truth and guess; 0 when the guess is constant.
double correlation(const Comparison& comparison, std::size_t attribute);

/// The same with Fisher's interval: atanh(corr) +- z / sqrt(n - 3). None where |corr| is 1 or the guess is constant.
Value correlation_interval(const Comparison& comparison, std::size_t attribute);

/// 1 - corr^2 with the interval of Fisher's z: atanh(corr) +- z / sqrt(n - 3).
Value unexplained(const Comparison& comparison, std::size_t attribute);

/// Off-diagonal differences between the correlations of truth and guess, squared and summed, and how many there are.
struct CorrelationGap {
  double squares = 0;
  std::int64_t pairs = 0;
};
CorrelationGap correlation_gap(const Comparison& comparison);

}  // namespace guise::measures
