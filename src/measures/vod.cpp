// SPDX-License-Identifier: Apache-2.0
// Variance of the difference, Var(x - guess) / sd^2: the privacy of an attribute in Chen and Liu (ICDM 2005). Pooled: the least
// of the attributes, their "minimum privacy guarantee" with equal weights. It ignores bias (a guess that is off by a constant
// scores 0) and rewards wrong signs (the reflected truth scores 4, though it tells everything): read it beside `residual`.
// Paper 003 describes it as a difference of covariances, which it is not.
#include <algorithm>
#include <cmath>

#include "measures/figure.h"

namespace guise::measures::figures {
namespace {

/// In variances of the attribute, by the form that cancels less: from the squared errors, or, where these are mostly bias, from
/// the variances of both and their covariance.
double relative_variance(const Comparison& comparison, std::size_t attribute, double square_error) {
  const Comparison::Attribute& sums = comparison.attributes()[attribute];
  const auto j = static_cast<Index>(attribute);
  const double n = static_cast<double>(comparison.records()), truth = comparison.truth().variance()[j];
  const double bias = square(sums.error / n) / truth;
  if (bias < square_error / 2) return square_error - bias;
  return std::max(0.0, 1 + (comparison.guess().variance()[j] - 2 * sums.cross / n) / truth);
}

/// Interval by the delta method on the logarithm, as root() has it. The standard error is that of the squared errors with their
/// bias, which for errors that are not skewed is larger: a biased guess gets too wide an interval rather than too narrow a one.
Value variance_of_difference(const Comparison& comparison, std::size_t attribute) {
  const Average square_error = mean_squared_error(comparison, attribute, true);
  const double value = relative_variance(comparison, attribute, square_error.value);
  if (value == 0) return {0, 0, 0};
  const double factor = std::exp(kZ * square_error.error / value);
  return {value, value / factor, value * factor};
}

Figure compute(const Comparison& comparison) {
  Figure figure = averaged(comparison, [&](std::size_t j) { return variance_of_difference(comparison, j); });
  Value& least = figure.pooled[0];
  for (const auto& attribute : figure.attributes)
    if (attribute[0].value < least.value) least = attribute[0];  // false where there is no value
  return figure;
}

}  // namespace

extern const Measure vod = {.name = "vod",
                            .summary = "variance of truth - guess in that of the attribute; pooled, the least",
                            .paper = "Chen and Liu 2005",
                            .headline = false,
                            .compute = compute};

}  // namespace guise::measures::figures
