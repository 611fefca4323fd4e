// SPDX-License-Identifier: Apache-2.0
#include "stats/block_sums.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/clones.h"

namespace guise::stats {
namespace {

// Partial sums side by side: value i goes to lane i mod 16, what is left over after the lanes are joined.
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kVectors = 4, kWidth = 4, kLanes = kVectors * kWidth;
using Lanes = double __attribute__((vector_size(kWidth * sizeof(double))));

double join(const Lanes (&lanes)[kVectors]) {
  double total = 0;
  for (const Lanes& some : lanes)
    for (int lane = 0; lane < kWidth; ++lane) total += some[lane];
  return total;
}

/// Least and most of what was taken, lane by lane.
struct Extremes {
  Lanes least[kVectors], most[kVectors];
  Extremes() {
    for (int v = 0; v < kVectors; ++v) least[v] = Lanes{} + kInfinity, most[v] = Lanes{} - kInfinity;
  }
  __attribute__((always_inline)) void take(int v, const Lanes& value) {
    least[v] = value < least[v] ? value : least[v];
    most[v] = value > most[v] ? value : most[v];
  }
  /// With the values that did not fill the lanes.
  std::pair<double, double> joined(const double* rest, Index count) const {
    double low = kInfinity, high = -kInfinity;
    for (int lane = 0; lane < kLanes; ++lane) {
      low = std::min(low, least[lane / kWidth][lane % kWidth]);
      high = std::max(high, most[lane / kWidth][lane % kWidth]);
    }
    for (Index i = 0; i < count; ++i) low = std::min(low, rest[i]), high = std::max(high, rest[i]);
    return {low, high};
  }
};

__attribute__((always_inline)) inline void load(Lanes& value, const double* from) {
  __builtin_memcpy(&value, from, sizeof value);
}

GUISE_CLONES Range find_range(const double* values, Index count) {
  Extremes extremes;
  Lanes odd[kVectors] = {};  // x - x: 0 unless x is NaN or infinite
  const Index whole = count - count % kLanes;
  for (Index i = 0; i < whole; i += kLanes)
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      Lanes value;
      load(value, values + i + v * kWidth);
      odd[v] += value - value;
      extremes.take(v, value);
    }
  double sum = join(odd);
  for (Index i = whole; i < count; ++i) sum += values[i] - values[i];
  const auto [least, most] = extremes.joined(values + whole, count - whole);
  return {least, most, sum == 0};
}

GUISE_CLONES ColumnSummary shift(const double* values, Index count, double by, double* shifted) {
  Extremes extremes;
  Lanes sum[kVectors] = {};
  const Index whole = count - count % kLanes;
  for (Index i = 0; i < whole; i += kLanes)
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      Lanes value;
      load(value, values + i + v * kWidth);
      // The next block, while this one is worked on: pieces of a column are too short for the CPU to foresee the next. Past the
      // end nothing happens.
      if (v % 2 == 0) __builtin_prefetch(values + i + v * kWidth + count, 0, 1);
      const Lanes moved = value - by;
      __builtin_memcpy(shifted + i + v * kWidth, &moved, sizeof moved);
      sum[v] += moved;
      extremes.take(v, value);
    }
  double total = join(sum);
  for (Index i = whole; i < count; ++i) {
    shifted[i] = values[i] - by;
    total += shifted[i];
  }
  const auto [least, most] = extremes.joined(values + whole, count - whole);
  return {total, least, most};
}

}  // namespace

Range range_of(const double* values, Index count) {
  return find_range(values, count);
}

ColumnSummary shift_column(const double* values, Index count, double shift_by, double* shifted) {
  return shift(values, count, shift_by, shifted);
}

}  // namespace guise::stats
