// SPDX-License-Identifier: Apache-2.0
#include "stats/resampling.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace guise::stats {

std::vector<double> null_draws(int count, const random::Rng& rng, const std::function<double(const random::Rng&)>& draw) {
  std::vector<double> out(static_cast<std::size_t>(count));
  tbb::parallel_for(0, count,
                    [&](int i) { out[static_cast<std::size_t>(i)] = draw(rng.with_step(static_cast<std::uint32_t>(i))); });
  return out;
}

Matrix spread_rows(const Matrix& table, Index count) {
  Matrix out(count, table.cols());
  for (Index i = 0; i < count; ++i) out.row(i) = table.row(i * table.rows() / count);
  return out;
}

Matrix null_rows(int count, Index statistics, const random::Rng& rng, const std::function<Vector(const random::Rng&)>& draw) {
  Matrix out(count, statistics);
  tbb::parallel_for(0, count, [&](int i) { out.row(i) = draw(rng.with_step(static_cast<std::uint32_t>(i))); });
  return out;
}

namespace {

/// Logarithms of the share of values that reach each one. Among the largest tenth the share follows an exponential tail of the
/// same mean excess, so that a value far out counts for more than the largest of the draws of another statistic.
Vector log_shares_reached(const Vector& values) {
  Vector falling = values;
  std::sort(falling.begin(), falling.end(), std::greater<>());
  const Index count = values.size(), tail = std::min(count - 1, (count + 9) / 10);
  const double n = static_cast<double>(count), edge = falling[tail];
  const double excess = (falling.head(tail).array() - edge).mean();
  return values.unaryExpr([&](double value) {
    // Sums in another order differ in the last bits: as much is as much up to rounding.
    const double rounding = 1e-12 * (1 + std::fabs(value));
    if (value > edge + rounding && excess > rounding) return std::log(static_cast<double>(tail) / n) - (value - edge) / excess;
    const auto reached = std::partition_point(falling.begin(), falling.end(), [&](double x) { return x >= value - rounding; });
    return std::log(static_cast<double>(reached - falling.begin()) / n);
  });
}

}  // namespace

double combined_p_value(const Vector& statistics, const Matrix& draws) {
  const Index count = draws.rows() + 1;
  Vector least = Vector::Zero(count), values(count);  // row 0 is what was found
  for (Index j = 0; j < statistics.size(); ++j) {
    values << statistics[j], draws.col(j);
    least = least.cwiseMin(log_shares_reached(values));
  }
  return static_cast<double>((least.array() <= least[0] + 1e-9).count()) / static_cast<double>(count);
}

double resampled_p_value(double statistic, const std::vector<double>& draws) {
  const auto reached = std::count_if(draws.begin(), draws.end(), [&](double drawn) { return drawn >= statistic; });
  return static_cast<double>(1 + reached) / static_cast<double>(1 + draws.size());
}

}  // namespace guise::stats
