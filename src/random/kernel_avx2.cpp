// SPDX-License-Identifier: Apache-2.0
// The kernel for x86-64 CPUs with AVX2.
#include "random/kernel_table.h"

#if defined(__x86_64__)
#include <immintrin.h>

namespace guise::random::avx2 {
namespace {

constexpr int kLanes = 4;
#include "random/kernel_types.h"

/// AVX2 has no rotation; by 8 and 16 bits it is a shuffle of bytes.
template <int n>
inline Narrow rotate_left(Narrow x) {
  if constexpr (n == 16) {
    const __m256i order = _mm256_set_epi8(13, 12, 15, 14, 9, 8, 11, 10, 5, 4, 7, 6, 1, 0, 3, 2, 13, 12, 15, 14, 9, 8, 11, 10, 5,
                                          4, 7, 6, 1, 0, 3, 2);
    return (Narrow)_mm256_shuffle_epi8((__m256i)x, order);
  } else if constexpr (n == 8) {
    const __m256i order = _mm256_set_epi8(14, 13, 12, 15, 10, 9, 8, 11, 6, 5, 4, 7, 2, 1, 0, 3, 14, 13, 12, 15, 10, 9, 8, 11, 6,
                                          5, 4, 7, 2, 1, 0, 3);
    return (Narrow)_mm256_shuffle_epi8((__m256i)x, order);
  } else {
    return x << n | x >> (32 - n);
  }
}
inline Narrow interleave_low(Narrow a, Narrow b) {
  return (Narrow)_mm256_unpacklo_epi32((__m256i)a, (__m256i)b);
}
inline Narrow interleave_high(Narrow a, Narrow b) {
  return (Narrow)_mm256_unpackhi_epi32((__m256i)a, (__m256i)b);
}
inline Wide interleave_low(Wide a, Wide b) {
  return (Wide)_mm256_unpacklo_epi64((__m256i)a, (__m256i)b);
}
inline Wide interleave_high(Wide a, Wide b) {
  return (Wide)_mm256_unpackhi_epi64((__m256i)a, (__m256i)b);
}
inline unsigned lane_mask(Mask m) {
  return static_cast<unsigned>(_mm256_movemask_pd((__m256d)m));
}
inline Real square_root(Real x) {
  return (Real)_mm256_sqrt_pd((__m256d)x);
}

#include "random/kernel_body.h"

}  // namespace

const KernelTable table = {words, fill, signs, add};

}  // namespace guise::random::avx2
#endif
