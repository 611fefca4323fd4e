// SPDX-License-Identifier: Apache-2.0
#include "measures/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

namespace guise::measures {
namespace {

std::vector<std::size_t> counting(const Comparison& comparison) {
  std::vector<std::size_t> out;
  for (std::size_t j = 0; j < comparison.attributes().size(); ++j)
    if (counts(comparison, j)) out.push_back(j);
  return out;
}

/// The lower end of a count of very few: the expectation of a Poisson count that is below `s` with 95 %.
double least(double s, const Wilson& interval, double n) {
  constexpr double kFew = 3, kTail = 0.05;
  const double low = s > 0 && s <= kFew ? boost::math::gamma_p_inv(s, kTail) / n : 1;
  return std::max(0.0, std::min(low, interval.middle - interval.half));
}

}  // namespace

bool counts(const Comparison& comparison, std::size_t attribute) {
  const auto j = static_cast<Index>(attribute);
  return comparison.records() > 0 && comparison.attributes()[attribute].sd > 0 &&
         comparison.truth().least()[j] < comparison.truth().most()[j];
}

Value positive(const Estimate& estimate, std::int64_t records) {
  if (estimate.value == 0) return {0, 0, 0};
  const double factor = std::exp(half_width(estimate, records) / estimate.value);
  return {estimate.value, estimate.value / factor, estimate.value * factor};
}

Value root(const Estimate& estimate, std::int64_t records) {
  const Value squared = positive(estimate, records);
  return {std::sqrt(squared.value), std::sqrt(squared.low), std::sqrt(squared.high)};
}

Wilson wilson(double s, double n) {
  const double z2 = kZ * kZ;
  return {(s + z2 / 2) / (n + z2), kZ / (n + z2) * std::sqrt(s * (n - s) / n + z2 / 4)};
}

Value share(double s, double n) {
  if (n == 0) return {};
  return {s / n, least(s, wilson(s, n), n), 1 - least(n - s, wilson(n - s, n), n)};
}

Value exact_share(double s, double n, double family) {
  if (n == 0) return {};
  const double tail = 0.025 / family;
  return {s / n, s <= 0 ? 0 : boost::math::ibeta_inv(s, n - s + 1, tail),
          s >= n ? 1 : boost::math::ibeta_inv(s + 1, n - s, 1 - tail)};
}

Value mean_share(const Estimate& mean, std::int64_t records, std::size_t attributes) {
  const double p = mean.value, half = half_width(mean, records), fewest = static_cast<double>(records),
               most = fewest * static_cast<double>(attributes);
  const double cases = half > 0 ? std::clamp(p * (1 - p) * square(kZ / half), fewest, most) : fewest;
  return share(p * cases, cases);
}

Figure averaged(const Comparison& comparison, const std::function<double(std::size_t)>& value) {
  Figure figure{{}, {Value{}}, std::vector<std::vector<Value>>(comparison.attributes().size(), {Value{}})};
  double sum = 0;
  const std::vector<std::size_t> attributes = counting(comparison);
  for (const std::size_t j : attributes) {
    figure.attributes[j][0].value = value(j);
    sum += figure.attributes[j][0].value;
  }
  if (!attributes.empty()) figure.pooled[0].value = sum / static_cast<double>(attributes.size());
  return figure;
}

Figure averaged(const Comparison& comparison, std::vector<std::string> keys, const Parts& parts) {
  const std::size_t families = std::max<std::size_t>(keys.size(), 1);
  Figure figure{std::move(keys), std::vector<Value>(families),
                std::vector<std::vector<Value>>(comparison.attributes().size(), std::vector<Value>(families))};
  const std::vector<std::size_t> attributes = counting(comparison);
  for (std::size_t key = 0; key < families; ++key) {
    std::vector<Estimate> estimates;
    for (const std::size_t j : attributes) {
      figure.attributes[j][key] = parts.one(j, key);
      estimates.push_back(parts.estimate(j, key));
    }
    if (attributes.size() == 1)
      figure.pooled[key] = figure.attributes[attributes[0]][key];
    else if (!attributes.empty())
      figure.pooled[key] = parts.pooled(mean_of(estimates), attributes.size());
  }
  return figure;
}

Figure error_figure(const Comparison& comparison, bool relative) {
  const auto squares = [&](std::size_t j, std::size_t) { return squared_error(comparison, j, relative); };
  return averaged(comparison, {},
                  {.one = [&](std::size_t j, std::size_t key) { return root(squares(j, key), comparison.records()); },
                   .estimate = squares,
                   .pooled = [&](const Estimate& mean, std::size_t) { return root(mean, comparison.records()); }});
}

Figure share_figure(const Comparison& comparison, std::span<const double> tolerances, Counter counter) {
  std::vector<std::string> keys;
  for (const double tolerance : tolerances) keys.push_back(fmt::format("{}", tolerance));
  const std::int64_t n = comparison.records();
  const auto estimate = [&](std::size_t j, std::size_t key) { return counted_share(comparison, j, counter, key); };
  return averaged(
      comparison, std::move(keys),
      {.one = [&](std::size_t j,
                  std::size_t key) { return share(estimate(j, key).value * static_cast<double>(n), static_cast<double>(n)); },
       .estimate = estimate,
       .pooled = [&](const Estimate& mean, std::size_t attributes) { return mean_share(mean, n, attributes); }});
}

Value correlation_interval(const Comparison& comparison, std::size_t attribute) {
  const Estimate estimate = correlation(comparison, attribute);
  const double r = estimate.value;
  if (r == 0 || std::abs(r) == 1) return {r, r, r};
  const double half = half_width(estimate, comparison.records()) / (1 - r * r);  // of atanh r, whose derivative that is
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
