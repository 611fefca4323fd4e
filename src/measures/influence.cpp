// SPDX-License-Identifier: Apache-2.0
#include "measures/influence.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace guise::measures {
namespace {

/// Sums of squares and products of a group about the means of all records.
struct Spread {
  double truth, guess, cross;
};

Spread about_means(const Comparison& comparison, std::size_t group, std::size_t attribute) {
  const GroupSums& sums = comparison.groups().at(group, attribute);
  const auto n = static_cast<double>(comparison.groups().records(group));
  const auto j = static_cast<Index>(attribute);
  const double x = sums.truth - comparison.truth().mean()[j], g = sums.guess - comparison.guess().mean()[j];
  return {sums.truth_square + n * x * x, sums.guess_square + n * g * g, sums.cross + n * x * g};
}

template <typename Pull>
Estimate estimate(double value, const Pull& pull) {
  Estimate out{.value = value};
  for (std::size_t group = 0; group < kGroups; ++group) out.pull[group] = pull(group);
  return out;
}

/// 97.5 % quantile of Student's law for so many groups. Worked out once: it takes longer than all the rest of an interval.
double t_quantile(std::size_t groups) {
  static const std::array<double, kGroups + 1> quantiles = [] {
    std::array<double, kGroups + 1> out = {};
    for (std::size_t k = 2; k <= kGroups; ++k)
      out[k] = boost::math::quantile(boost::math::students_t(static_cast<double>(k - 1)), 0.975);
    return out;
  }();
  return quantiles[groups];
}

double variance_of(const Comparison& comparison, std::size_t attribute) {
  return comparison.truth().variance()[static_cast<Index>(attribute)];
}

}  // namespace

Estimate squared_error(const Comparison& comparison, std::size_t attribute, bool relative) {
  const Groups& groups = comparison.groups();
  const double mse = comparison.attributes()[attribute].squared_error / static_cast<double>(comparison.records());
  if (!relative)
    return estimate(mse, [&](std::size_t group) {
      return groups.at(group, attribute).squared_error - static_cast<double>(groups.records(group)) * mse;
    });
  // d(mse / var) = (d mse - (mse / var) d var) / var
  const double variance = variance_of(comparison, attribute), value = mse / variance;
  return estimate(value, [&](std::size_t group) {
    return groups.at(group, attribute).squared_error / variance -
           value * (about_means(comparison, group, attribute).truth / variance);
  });
}

Estimate difference_variance(const Comparison& comparison, std::size_t attribute) {
  const Comparison::Attribute& sums = comparison.attributes()[attribute];
  const auto j = static_cast<Index>(attribute);
  const double n = static_cast<double>(comparison.records()), variance = variance_of(comparison, attribute),
               bias = sums.error / n;
  // By the form that cancels less: from the squared errors, or, where these are mostly bias, from both spreads.
  const bool mostly_bias = bias * bias > sums.squared_error / n / 2;
  const double value = mostly_bias ? std::max(0.0, 1 + (comparison.guess().variance()[j] - 2 * sums.cross / n) / variance)
                                   : (sums.squared_error / n - bias * bias) / variance;
  return estimate(value, [&](std::size_t group) {
    const GroupSums& some = comparison.groups().at(group, attribute);
    const Spread spread = about_means(comparison, group, attribute);
    const auto records = static_cast<double>(comparison.groups().records(group));
    const double squares = mostly_bias ? spread.truth + spread.guess - 2 * spread.cross
                                       : some.squared_error - bias * (2 * some.error - records * bias);
    return squares / variance - value * (spread.truth / variance);
  });
}

Estimate correlation(const Comparison& comparison, std::size_t attribute) {
  const auto j = static_cast<Index>(attribute);
  const double n = static_cast<double>(comparison.records()), truth = variance_of(comparison, attribute),
               guess = comparison.guess().variance()[j];
  if (comparison.guess().least()[j] == comparison.guess().most()[j] || guess == 0) return {.value = 0};
  const double scale = std::sqrt(truth) * std::sqrt(guess);
  const double r = std::clamp(comparison.attributes()[attribute].cross / n / scale, -1.0, 1.0);
  // With a and b the standardised truth and guess, a record pulls by a b - r (a^2 + b^2) / 2.
  return estimate(r, [&](std::size_t group) {
    const Spread spread = about_means(comparison, group, attribute);
    return spread.cross / scale - r * (spread.truth / truth + spread.guess / guess) / 2;
  });
}

Estimate counted_share(const Comparison& comparison, std::size_t attribute, Counter counter, std::size_t key) {
  const Groups& groups = comparison.groups();
  const auto counted = [&](std::size_t group) { return static_cast<double>(counter(groups.at(group, attribute), key)); };
  double all = 0;
  for (std::size_t group = 0; group < kGroups; ++group) all += counted(group);
  const double share = all / static_cast<double>(comparison.records());
  return estimate(share,
                  [&](std::size_t group) { return counted(group) - static_cast<double>(groups.records(group)) * share; });
}

Estimate function_of(const Estimate& estimate, double value, double derivative) {
  Estimate out{.value = value, .pull = estimate.pull};
  for (double& pull : out.pull) pull *= derivative;
  return out;
}

Estimate mean_of(const std::vector<Estimate>& estimates) {
  Estimate out{.value = 0};
  const auto count = static_cast<double>(estimates.size());
  for (const Estimate& each : estimates) {
    out.value += each.value / count;
    for (std::size_t group = 0; group < kGroups; ++group) out.pull[group] += each.pull[group] / count;
  }
  return estimates.empty() ? Estimate{} : out;
}

double half_width(const Estimate& estimate, std::int64_t records) {
  if (records < 2) return kNothing;
  double largest = 0, squares = 0;  // in units of the largest: squares of squared errors overflow first
  for (const double pull : estimate.pull) largest = std::max(largest, std::abs(pull));
  if (largest == 0) return 0;
  for (const double pull : estimate.pull) squares += square(pull / largest);
  const std::size_t groups = std::min(kGroups, static_cast<std::size_t>(records));  // that have a record
  const auto k = static_cast<double>(groups);
  return t_quantile(groups) * largest * std::sqrt(squares * k / (k - 1)) / static_cast<double>(records);
}

}  // namespace guise::measures
