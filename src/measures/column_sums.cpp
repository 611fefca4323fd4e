// SPDX-License-Identifier: Apache-2.0
#include "measures/column_sums.h"

#include <cmath>
#include <cstddef>

#include "table/chunk.h"

// Four running sums per total are the same additions in the same order whether the CPU does two or four at a time: same bits.
#if defined(__x86_64__) && defined(__GNUC__)
#define GUISE_FASTEST_CPU __attribute__((target_clones("avx2", "default")))
#else
#define GUISE_FASTEST_CPU
#endif

namespace guise::measures {
namespace {

constexpr std::size_t kLanes = 4;

double total(const double (&lanes)[kLanes]) {
  return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

GUISE_FASTEST_CPU
void sum(std::size_t n, const double* x, const double* g, double x_mean, double g_mean, double per_sd, double* absolute,
         ColumnSums& out) {
  double error[kLanes] = {}, squared[kLanes] = {}, fourth[kLanes] = {}, cross[kLanes] = {};
  const auto step = [&](std::size_t i, std::size_t lane) __attribute__((always_inline)) {
    const double e = x[i] - g[i], scaled = e * per_sd;
    absolute[i] = std::abs(scaled);
    error[lane] += e;
    squared[lane] += e * e;
    fourth[lane] += (scaled * scaled) * (scaled * scaled);
    cross[lane] += (x[i] - x_mean) * (g[i] - g_mean);
  };
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (std::size_t lane = 0; lane < kLanes; ++lane) step(i + lane, lane);
  for (; i < n; ++i) step(i, i % kLanes);
  out.error = total(error);
  out.squared = total(squared);
  out.fourth = total(fourth);
  out.cross = total(cross);
}

GUISE_FASTEST_CPU
std::int64_t count_within(std::size_t n, const double* absolute, double tolerance) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < n; ++i) count += absolute[i] <= tolerance;
  return count;
}

GUISE_FASTEST_CPU
std::int64_t count_recovered(std::size_t n, const double* x, const double* g, double tolerance) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < n; ++i) count += std::abs(x[i] - g[i]) <= tolerance * std::abs(x[i]);
  return count;
}

}  // namespace

ColumnSums sum_column(std::span<const double> truth, std::span<const double> guess, double truth_mean, double guess_mean,
                      double sd) {
  ColumnSums sums;
  const std::size_t n = truth.size();
  double absolute[table::kBlock];  // |e| / sd
  sum(n, truth.data(), guess.data(), truth_mean, guess_mean, sd > 0 ? 1 / sd : 0, absolute, sums);
  for (std::size_t t = 0; t < std::size(kWithin) && sd > 0; ++t) sums.within[t] = count_within(n, absolute, kWithin[t]);
  for (std::size_t t = 0; t < std::size(kRecovery); ++t)
    sums.recovered[t] = count_recovered(n, truth.data(), guess.data(), kRecovery[t]);
  return sums;
}

}  // namespace guise::measures
