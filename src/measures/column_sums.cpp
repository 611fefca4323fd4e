// SPDX-License-Identifier: Apache-2.0
#include "measures/column_sums.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/clones.h"
#include "table/chunk.h"

namespace guise::measures {
namespace {

/// One number per group.
template <typename T>
using PerGroup = T[kGroups];

// One running sum per group is the same additions in the same order however many of them the CPU does at a time: same bits.

/// Sums of dx = truth - truth_mean, dg = guess - guess_mean, their squares and product, e and e^2.
struct RunningSums {
  PerGroup<double> dx = {}, dg = {}, dx2 = {}, dg2 = {}, cross = {}, error = {}, squared = {};
};

GUISE_CLONES
void sum(std::size_t n, const double* x, const double* g, double x_mean, double g_mean, double* absolute, RunningSums& out) {
  RunningSums s;
  const auto step = [&](std::size_t i, std::size_t group) __attribute__((always_inline)) {
    const double e = x[i] - g[i], dx = x[i] - x_mean, dg = g[i] - g_mean;
    absolute[i] = std::abs(e);
    s.dx[group] += dx;
    s.dg[group] += dg;
    s.dx2[group] += dx * dx;
    s.dg2[group] += dg * dg;
    s.cross[group] += dx * dg;
    s.error[group] += e;
    s.squared[group] += e * e;
  };
  std::size_t first = 0;
  for (; first + kGroups <= n; first += kGroups)
    for (std::size_t group = 0; group < kGroups; ++group) step(first + group, group);
  for (std::size_t group = 0; first + group < n; ++group) step(first + group, group);
  out = s;
}

GUISE_CLONES
void count_within(std::size_t n, const double* absolute, double tolerance, PerGroup<std::int64_t>& out) {
  PerGroup<std::int64_t> count = {};
  std::size_t first = 0;
  for (; first + kGroups <= n; first += kGroups)
    for (std::size_t group = 0; group < kGroups; ++group) count[group] += absolute[first + group] <= tolerance;
  for (std::size_t group = 0; first + group < n; ++group) count[group] += absolute[first + group] <= tolerance;
  std::copy(std::begin(count), std::end(count), out);
}

GUISE_CLONES
void count_recovered(std::size_t n, const double* x, const double* absolute, double tolerance, double rounding,
                     PerGroup<std::int64_t>& out) {
  PerGroup<std::int64_t> count = {};
  std::size_t first = 0;
  for (; first + kGroups <= n; first += kGroups)
    for (std::size_t group = 0; group < kGroups; ++group)
      count[group] += absolute[first + group] <= std::max(rounding, tolerance * std::abs(x[first + group]));
  for (std::size_t group = 0; first + group < n; ++group)
    count[group] += absolute[first + group] <= std::max(rounding, tolerance * std::abs(x[first + group]));
  std::copy(std::begin(count), std::end(count), out);
}

/// From sums about the means of the block to sums about the group's own.
GroupSums about_own_means(const RunningSums& s, std::size_t group, double n, double x_mean, double g_mean) {
  const double dx = s.dx[group] / n, dg = s.dg[group] / n;
  return {.truth = x_mean + dx,
          .guess = g_mean + dg,
          .truth_square = std::max(0.0, s.dx2[group] - n * dx * dx),
          .guess_square = std::max(0.0, s.dg2[group] - n * dg * dg),
          .cross = s.cross[group] - n * dx * dg,
          .error = s.error[group],
          .squared_error = s.squared[group]};
}

}  // namespace

ColumnSums sum_column(std::span<const double> truth, std::span<const double> guess, double truth_mean, double guess_mean,
                      double sd) {
  ColumnSums out;
  const std::size_t n = truth.size();
  double absolute[table::kBlock];  // |e|
  RunningSums sums;
  sum(n, truth.data(), guess.data(), truth_mean, guess_mean, absolute, sums);
  for (std::size_t group = 0; group < std::min(n, kGroups); ++group) {
    const auto records = static_cast<double>(Groups::records_of(static_cast<std::int64_t>(n), group));
    out.groups[group] = about_own_means(sums, group, records, truth_mean, guess_mean);
    out.cross += sums.cross[group];
  }
  PerGroup<std::int64_t> count;
  for (std::size_t t = 0; t < std::size(kWithin) && sd > 0; ++t) {
    count_within(n, absolute, kWithin[t] * sd, count);
    for (std::size_t group = 0; group < kGroups; ++group) out.groups[group].within[t] = count[group];
  }
  for (std::size_t t = 0; t < std::size(kRecovery); ++t) {
    count_recovered(n, truth.data(), absolute, kRecovery[t], kRounding * sd, count);
    for (std::size_t group = 0; group < kGroups; ++group) out.groups[group].recovered[t] = count[group];
  }
  return out;
}

}  // namespace guise::measures
