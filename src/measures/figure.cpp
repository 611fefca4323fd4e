// SPDX-License-Identifier: Apache-2.0
#include "measures/figure.h"

#include <algorithm>
#include <cmath>

namespace guise::measures {
namespace {

/// Mean over what is something; an end that is missing for one attribute is missing for all.
Value mean_of(const std::vector<Value>& values) {
  Value sum{0, 0, 0};
  double count = 0;
  for (const Value& value : values) {
    if (std::isnan(value.value)) continue;
    sum = {sum.value + value.value, sum.low + value.low, sum.high + value.high};
    ++count;
  }
  return count == 0 ? Value{} : Value{sum.value / count, sum.low / count, sum.high / count};
}

}  // namespace

bool counts(const Comparison& comparison, std::size_t attribute) {
  const auto j = static_cast<Index>(attribute);
  return comparison.records() > 0 && comparison.attributes()[attribute].sd > 0 &&
         comparison.truth().least()[j] < comparison.truth().most()[j];
}

Average mean_squared_error(const Comparison& comparison, std::size_t attribute, bool relative) {
  if (!counts(comparison, attribute)) return {};
  const Comparison::Attribute& sums = comparison.attributes()[attribute];
  const auto n = static_cast<double>(comparison.records());
  const double mse = sums.squared_error / n, variance = comparison.truth().variance()[static_cast<Index>(attribute)];
  const double m2 = mse / square(sums.sd), m4 = sums.fourth_error / n;
  const double error = n > 1 ? std::sqrt(std::max(0.0, m4 - m2 * m2) / (n - 1)) : kNothing;
  return relative ? Average{mse / variance, error * (square(sums.sd) / variance)} : Average{mse, error * square(sums.sd)};
}

Average pooled_squared_error(const Comparison& comparison, bool relative) {
  Average sum{0, 0};
  double count = 0;
  for (std::size_t j = 0; j < comparison.attributes().size(); ++j) {
    if (!counts(comparison, j)) continue;
    const Average one = mean_squared_error(comparison, j, relative);
    sum = {sum.value + one.value, sum.error + one.error};
    ++count;
  }
  return count == 0 ? Average{} : Average{sum.value / count, sum.error / count};
}

Value root(const Average& square) {
  const double value = std::sqrt(square.value);
  if (square.value == 0) return {0, 0, 0};
  const double factor = std::exp(kZ * square.error / (2 * square.value));
  return {value, value / factor, value * factor};
}

Wilson wilson(double s, double n) {
  const double z2 = kZ * kZ;
  return {(s + z2 / 2) / (n + z2), kZ / (n + z2) * std::sqrt(s * (n - s) / n + z2 / 4)};
}

Value share(std::int64_t s, std::int64_t n) {
  if (n == 0) return {};
  const auto hits = static_cast<double>(s), all = static_cast<double>(n);
  const Wilson interval = wilson(hits, all);
  return {hits / all, std::max(0.0, interval.middle - interval.half), std::min(1.0, interval.middle + interval.half)};
}

Figure averaged(const Comparison& comparison, const std::function<Value(std::size_t)>& value) {
  Figure figure = averaged(comparison, {""}, [&](std::size_t attribute, std::size_t) { return value(attribute); });
  figure.keys.clear();
  return figure;
}

Figure averaged(const Comparison& comparison, std::vector<std::string> keys,
                const std::function<Value(std::size_t, std::size_t)>& value) {
  const std::size_t attributes = comparison.attributes().size();
  Figure figure{std::move(keys), {}, std::vector<std::vector<Value>>(attributes)};
  for (std::size_t key = 0; key < figure.keys.size(); ++key) {
    std::vector<Value> column;
    for (std::size_t j = 0; j < attributes; ++j) {
      column.push_back(counts(comparison, j) ? value(j, key) : Value{});
      figure.attributes[j].push_back(column.back());
    }
    figure.pooled.push_back(mean_of(column));
  }
  return figure;
}

double correlation(const Comparison& comparison, std::size_t attribute) {
  const auto j = static_cast<Index>(attribute);
  const double n = static_cast<double>(comparison.records()), guess = comparison.guess().variance()[j];
  if (comparison.guess().least()[j] == comparison.guess().most()[j] || guess == 0) return 0;
  const double scale = std::sqrt(comparison.truth().variance()[j]) * std::sqrt(guess);
  return std::clamp(comparison.attributes()[attribute].cross / n / scale, -1.0, 1.0);
}

Value correlation_interval(const Comparison& comparison, std::size_t attribute) {
  const double r = correlation(comparison, attribute);
  if (r == 0 || std::abs(r) == 1) return {r, r, r};
  if (comparison.records() <= 3) return {r, kNothing, kNothing};
  const double half = kZ / std::sqrt(static_cast<double>(comparison.records()) - 3);
  return {r, std::tanh(std::atanh(r) - half), std::tanh(std::atanh(r) + half)};
}

Value unexplained(const Comparison& comparison, std::size_t attribute) {
  const Value r = correlation_interval(comparison, attribute);
  const double most = std::max(std::abs(r.low), std::abs(r.high)), least = std::min(std::abs(r.low), std::abs(r.high));
  const bool either_sign = r.low < 0 && r.high > 0;
  return {1 - square(r.value), 1 - square(most), either_sign ? 1 : 1 - square(least)};
}

CorrelationGap correlation_gap(const Comparison& comparison) {
  const auto correlations = [](const stats::Moments& moments) {
    const Matrix covariance = moments.covariance();
    const Vector scale = covariance.diagonal().unaryExpr([](double v) { return v > 0 ? 1 / std::sqrt(v) : 0.0; });
    return Matrix(scale.asDiagonal() * covariance * scale.asDiagonal());
  };
  CorrelationGap gap;
  if (comparison.records() < 2) return gap;
  const Matrix truth = correlations(comparison.truth()), guess = correlations(comparison.guess());
  for (Index i = 0; i < truth.rows(); ++i) {
    for (Index j = 0; j < truth.cols(); ++j) {
      if (i == j || !counts(comparison, static_cast<std::size_t>(i)) || !counts(comparison, static_cast<std::size_t>(j)))
        continue;
      gap.squares += square(truth(i, j) - guess(i, j));
      ++gap.pairs;
    }
  }
  return gap;
}

}  // namespace guise::measures
