// SPDX-License-Identifier: Apache-2.0
#include "stats/quantiles.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace guise::stats {
namespace {

/// Of sorted values: one that occurs most often, and how often.
std::pair<double, Index> longest_run(const Vector& sorted) {
  std::pair<double, Index> longest{sorted[0], 1};
  for (Index first = 0, i = 1; i <= sorted.size(); ++i)
    if (i == sorted.size() || sorted[i] != sorted[first]) {
      if (i - first > longest.second) longest = {sorted[first], i - first};
      first = i;
    }
  return longest;
}

}  // namespace

Vector quantiles(Vector values, Index count) {
  assert(values.size() > 0);
  std::sort(values.begin(), values.end());
  Vector out(count);
  for (Index i = 0; i < count; ++i) {
    const double position =
        static_cast<double>(i + 1) / static_cast<double>(count + 1) * static_cast<double>(values.size() - 1);
    const Index below = static_cast<Index>(position), above = std::min(below + 1, values.size() - 1);
    out[i] = values[below] + (position - static_cast<double>(below)) * (values[above] - values[below]);
  }
  return out;
}

Matrix standard_quantiles(const MatrixRef& records, Index count) {
  Matrix out(count, records.cols());
  tbb::parallel_for(Index{0}, records.cols(), [&](Index j) {
    // Centred before squaring, and again on the quantiles' scale: a mean of 1e9 costs no digits.
    Vector values = records.col(j).array() - records(0, j);
    values.array() -= values.mean();
    const double sd = std::sqrt(values.squaredNorm() / static_cast<double>(values.size()));
    out.col(j) = quantiles(std::move(values), count);
    out.col(j) *= sd > 0 ? 1 / sd : 0;
  });
  return out;
}

double quantile_distance(const Vector& first, const Vector& second) {
  return (first - second).cwiseAbs().mean();
}

Vector mirrored(const Vector& quantiles) {
  return -quantiles.reverse();
}

double usual_value(Vector values) {
  assert(values.size() > 0);
  std::sort(values.begin(), values.end());
  if (const auto [value, length] = longest_run(values); 20 * length >= values.size()) return value;
  Index first = 0, count = values.size();
  while (count > 2) {
    const Index half = (count + 1) / 2;
    Index shortest = first;
    for (Index i = first; i + half <= first + count; ++i)
      if (values[i + half - 1] - values[i] < values[shortest + half - 1] - values[shortest]) shortest = i;
    first = shortest;
    count = half;
  }
  return (values[first] + values[first + count - 1]) / 2;
}

}  // namespace guise::stats
