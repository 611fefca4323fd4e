// SPDX-License-Identifier: Apache-2.0
#include "stats/block_sums.h"

#include <algorithm>
#include <limits>

// The same loops for several instruction sets, chosen when the program starts. Additions alone: every version has the same
// bits.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define GUISE_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define GUISE_CLONES
#endif

namespace guise::stats {
namespace {

// Partial sums side by side: value i goes to lane i mod 16, what is left over after the lanes are joined.
constexpr int kVectors = 4, kWidth = 4, kLanes = kVectors * kWidth;
using Lanes = double __attribute__((vector_size(kWidth * sizeof(double))));

double join(const Lanes (&lanes)[kVectors]) {
  double total = 0;
  for (const Lanes& some : lanes)
    for (int lane = 0; lane < kWidth; ++lane) total += some[lane];
  return total;
}

}  // namespace

GUISE_CLONES Range range_of(const double* values, Index count) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Lanes least[kVectors], most[kVectors], odd[kVectors] = {};  // odd: x - x, 0 unless x is NaN or infinite
  for (int v = 0; v < kVectors; ++v) least[v] = Lanes{} + infinity, most[v] = Lanes{} - infinity;
  const Index whole = count - count % kLanes;
  for (Index i = 0; i < whole; i += kLanes)
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      Lanes value;
      __builtin_memcpy(&value, values + i + v * kWidth, sizeof value);
      odd[v] += value - value;
      least[v] = value < least[v] ? value : least[v];
      most[v] = value > most[v] ? value : most[v];
    }
  double sum = join(odd);
  Range out{infinity, -infinity, true};
  for (int lane = 0; lane < kLanes; ++lane) {
    out.least = std::min(out.least, least[lane / kWidth][lane % kWidth]);
    out.most = std::max(out.most, most[lane / kWidth][lane % kWidth]);
  }
  for (Index i = whole; i < count; ++i) {
    sum += values[i] - values[i];
    out.least = std::min(out.least, values[i]);
    out.most = std::max(out.most, values[i]);
  }
  out.finite = sum == 0;
  return out;
}

GUISE_CLONES ColumnSummary shift_column(const double* values, Index count, double shift, double* shifted) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Lanes sum[kVectors] = {}, least[kVectors], most[kVectors];
  for (int v = 0; v < kVectors; ++v) least[v] = Lanes{} + infinity, most[v] = Lanes{} - infinity;
  const Index whole = count - count % kLanes;
  for (Index i = 0; i < whole; i += kLanes)
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      Lanes value;
      __builtin_memcpy(&value, values + i + v * kWidth, sizeof value);
      const Lanes moved = value - shift;
      __builtin_memcpy(shifted + i + v * kWidth, &moved, sizeof moved);
      sum[v] += moved;
      least[v] = value < least[v] ? value : least[v];
      most[v] = value > most[v] ? value : most[v];
    }
  ColumnSummary out{join(sum), infinity, -infinity};
  for (int lane = 0; lane < kLanes; ++lane) {
    out.least = std::min(out.least, least[lane / kWidth][lane % kWidth]);
    out.most = std::max(out.most, most[lane / kWidth][lane % kWidth]);
  }
  for (Index i = whole; i < count; ++i) {
    shifted[i] = values[i] - shift;
    out.sum += shifted[i];
    out.least = std::min(out.least, values[i]);
    out.most = std::max(out.most, values[i]);
  }
  return out;
}

}  // namespace guise::stats
