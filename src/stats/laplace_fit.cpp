// SPDX-License-Identifier: Apache-2.0
#include "stats/laplace_fit.h"

#include <algorithm>
#include <cmath>

#include "random/laws.h"
#include "stats/distances.h"

namespace guise::stats {
namespace {

double median(Vector values) {
  const Index half = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + half, values.end());
  if (values.size() % 2 == 1) return values[half];
  const double below = *std::max_element(values.begin(), values.begin() + half);
  return below + 0.5 * (values[half] - below);
}

}  // namespace

double Laplace::cdf(double x) const {
  const double z = (x - location) / scale;
  return z < 0 ? 0.5 * std::exp(z) : 1 - 0.5 * std::exp(-z);
}

Laplace fit_laplace(const Vector& values) {
  const double location = median(values);
  return {location, (values.array() - location).abs().mean()};
}

double laplace_distance(const Vector& values) {
  const Laplace law = fit_laplace(values);
  if (!(law.scale > 0)) return 1;
  return kolmogorov_smirnov(values, [&](double x) { return law.cdf(x); }).statistic;
}

std::vector<Significance> test_laplace(const Matrix& records, int draws, const random::Rng& rng) {
  if (records.rows() == 0) return std::vector<Significance>(static_cast<std::size_t>(records.cols()));
  const auto drawn = null_draws(draws, rng, [&](const random::Rng& own) {
    Vector values(records.rows());
    random::fill_laplace(own, 0, 0, {values.data(), static_cast<std::size_t>(values.size())});
    return laplace_distance(values);
  });
  std::vector<Significance> out;
  for (Index j = 0; j < records.cols(); ++j) {
    const double distance = laplace_distance(records.col(j));
    out.push_back({distance, resampled_p_value(distance, drawn)});
  }
  return out;
}

}  // namespace guise::stats
