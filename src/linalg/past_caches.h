// SPDX-License-Identifier: Apache-2.0
// Results so large that none of them is in a cache by the time it is read again are written past the caches, which saves
// reading what is about to be overwritten. Only whole lines go at full speed.
#pragma once
#if defined(__x86_64__)
#include <emmintrin.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/matrix.h"

namespace guise::linalg {

constexpr Index kLine = 8;                    // numbers in a line of the caches
constexpr Index kLargerThanCaches = 1 << 22;  // numbers: 32 MiB

/// Calls work(first, count, past_caches) for runs of up to `most` rows of out, a multiple of kLine. Past the caches the first
/// run is as short as it takes for the others to begin a line.
template <typename Work>
void for_runs(const MutableMatrixRef& out, Index most, const Work& work) {
  const bool large = out.outerStride() * out.cols() >= kLargerThanCaches && out.outerStride() % kLine == 0;
  const auto past = static_cast<Index>(reinterpret_cast<std::uintptr_t>(out.data()) / sizeof(double) % kLine);
  Index count = large && past > 0 ? kLine - past : most;
  for (Index first = 0; first < out.rows(); first += count, count = most) {
    count = std::min(count, out.rows() - first);
    work(first, count, large && (past == 0 || first > 0));
  }
  // Other threads see such writes in no particular order until there is a fence.
  if (large) std::atomic_thread_fence(std::memory_order_seq_cst);
}

/// Numbers copied past the caches, where the CPU can and they begin an even place. Other threads see them after a fence.
inline void copy_past_caches(const double* from, Index count, double* to) {
  Index done = 0;
#if defined(__x86_64__)
  if (reinterpret_cast<std::uintptr_t>(to) % sizeof(__m128d) == 0)
    for (; done + 2 <= count; done += 2) _mm_stream_pd(to + done, _mm_loadu_pd(from + done));
#endif
  std::copy(from + done, from + count, to + done);
}

}  // namespace guise::linalg
