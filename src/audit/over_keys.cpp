// SPDX-License-Identifier: Apache-2.0
// Figures of all keys together, with their intervals.
#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "audit/score.h"
#include "measures/figure.h"

namespace guise::audit {
namespace {

// The least and the largest of so many values miss the median, whatever their law, once in 16 times.
constexpr std::size_t kLeastForMedian = 5;
constexpr double kMissed = 2.0 / (1 << kLeastForMedian);

std::size_t key_position(const measures::Figure& figure, std::string_view key) {
  const auto found = std::find(figure.keys.begin(), figure.keys.end(), key);
  return key.empty() ? 0 : static_cast<std::size_t>(found - figure.keys.begin());
}

}  // namespace

measures::Figure calibrated_figure(const measures::Comparison& comparison) {
  // 1 - corr^2 where the guess rises with the truth, 1 + corr^2 where it falls: 1 on average for directions hit by luck. The
  // ends of an attribute's interval are those of its correlation, which may have the other sign: else the interval of a guess
  // without any relation would end at 1 at best.
  const auto left = [](double r) { return 1 - r * std::abs(r); };
  return measures::averaged(
      comparison, {},
      {.one =
           [&](std::size_t j, std::size_t) {
             const measures::Value r = measures::correlation_interval(comparison, j);
             return measures::Value{left(r.value), left(r.high), left(r.low)};
           },
       .estimate =
           [&](std::size_t j, std::size_t) {
             const measures::Estimate r = measures::correlation(comparison, j);
             return measures::function_of(r, left(r.value), -2 * std::abs(r.value));
           },
       .pooled = [&](const measures::Estimate& mean, std::size_t) { return measures::positive(mean, comparison.records()); }});
}

Spread spread(const std::vector<measures::Value>& by_key, const Range& range, double family) {
  std::vector<measures::Value> values;
  for (const measures::Value& value : by_key)
    if (std::isfinite(value.value)) values.push_back(value);
  if (values.empty()) return {measures::kNothing, measures::kNothing, measures::kNothing};
  const double tail = 0.025 / family;
  if (values.size() == 1) {
    const double longer = family == 1 ? 1 : -boost::math::quantile(boost::math::normal(), tail) / measures::kZ;
    const auto [value, low, high] = values[0];
    if (!std::isfinite(low) || !std::isfinite(high)) return {value, low, high};
    return {value, std::max(range.least, value - longer * (value - low)),
            std::min(range.most, value + longer * (high - value))};
  }
  const auto count = static_cast<double>(values.size());
  double mean = 0, squares = 0;
  for (const auto& value : values) mean += value.value / count;
  for (const auto& value : values) squares += square(value.value - mean);
  const double quantile = -boost::math::quantile(boost::math::students_t(count - 1), tail);
  const double half = quantile * std::sqrt(squares / (count - 1) / count);
  return {mean, std::max(range.least, mean - half), std::min(range.most, mean + half)};
}

Spread typical(const std::vector<measures::Value>& by_key) {
  std::vector<double> values;
  for (const measures::Value& value : by_key)
    if (std::isfinite(value.value)) values.push_back(value.value);
  const std::size_t count = values.size();
  if (count < kLeastForMedian) return spread(by_key);
  std::sort(values.begin(), values.end());
  // The median lies below the i-th least value of `count` when fewer than i of them lie below it.
  const boost::math::binomial below(static_cast<double>(count), 0.5);
  std::size_t i = 1;
  while (i < count / 2 && 2 * boost::math::cdf(below, static_cast<double>(i)) <= kMissed) ++i;
  const double median = (values[(count - 1) / 2] + values[count / 2]) / 2;
  return {median, values[i - 1], values[count - i]};
}

Spread over_keys(const Comparisons& by_key, std::string_view name, std::optional<std::size_t> attribute, std::string_view key) {
  std::vector<measures::Value> values;
  for (const auto& comparison : by_key) {
    const measures::Figure figure = measures::find_measure(name).compute(comparison);
    values.push_back((attribute ? figure.attributes[*attribute] : figure.pooled)[key_position(figure, key)]);
  }
  return spread(values, kPositive);
}

Spread calibrated_over_keys(const Comparisons& by_key, std::optional<std::size_t> attribute) {
  std::vector<measures::Value> values;
  for (const auto& comparison : by_key) {
    const measures::Figure figure = calibrated_figure(comparison);
    values.push_back(attribute ? figure.attributes[*attribute][0] : figure.pooled[0]);
  }
  return spread(values, kPositive);
}

Spread pooled(const Trial& trial, std::string_view name, std::string_view key) {
  return over_keys(trial.by_key, name, {}, key);
}

Spread of_attribute(const Trial& trial, std::string_view name, std::size_t attribute, std::string_view key) {
  return over_keys(trial.by_key, name, attribute, key);
}

Spread calibrated(const Trial& trial, std::optional<std::size_t> attribute) {
  return calibrated_over_keys(trial.by_key, attribute);
}

}  // namespace guise::audit
