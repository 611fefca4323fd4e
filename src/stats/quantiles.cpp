// SPDX-License-Identifier: Apache-2.0
#include "stats/quantiles.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace guise::stats {

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

}  // namespace guise::stats
