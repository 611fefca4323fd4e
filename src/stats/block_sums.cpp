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

constexpr int kLanes =
    16;  // partial sums side by side: value i goes to lane i mod 16, the remainder after the lanes are joined

double join(const double* lanes) {
  double total = 0;
  for (int lane = 0; lane < kLanes; ++lane) total += lanes[lane];
  return total;
}

}  // namespace

GUISE_CLONES ColumnSummary shift_column(const double* values, Index count, double shift, double* shifted) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double sum[kLanes] = {}, least[kLanes], most[kLanes];
  std::fill_n(least, kLanes, infinity);
  std::fill_n(most, kLanes, -infinity);
  const Index whole = count - count % kLanes;
  for (Index i = 0; i < whole; i += kLanes)
    for (int lane = 0; lane < kLanes; ++lane) {
      const double value = values[i + lane], moved = value - shift;
      shifted[i + lane] = moved;
      sum[lane] += moved;
      least[lane] = value < least[lane] ? value : least[lane];
      most[lane] = value > most[lane] ? value : most[lane];
    }
  ColumnSummary out{join(sum), *std::min_element(least, least + kLanes), *std::max_element(most, most + kLanes)};
  for (Index i = whole; i < count; ++i) {
    shifted[i] = values[i] - shift;
    out.sum += shifted[i];
    out.least = std::min(out.least, values[i]);
    out.most = std::max(out.most, values[i]);
  }
  return out;
}

}  // namespace guise::stats
