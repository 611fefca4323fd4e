// SPDX-License-Identifier: Apache-2.0
// The kernel for x86-64 CPUs with AVX2.
#include "random/kernel_table.h"

#if defined(__x86_64__)
#include <immintrin.h>

namespace guise::random::avx2 {
namespace {

constexpr int kLanes = 4;
constexpr int kTogether = 1;  // one batch of ChaCha20 takes all 16 registers
#include "random/kernel_types.h"

inline void add_to(Narrow& a, const Narrow& b) {
  a += b;
}
inline void xor_to(Narrow& a, const Narrow& b) {
  a ^= b;
}

/// AVX2 has no rotation; by 8 and 16 bits it is a shuffle of bytes, written in assembler: clang makes two shuffles of it, or
/// moves it past the exclusive or before it, which takes one more, and words take 7 % longer.
template <int n>
inline void rotate(Narrow& x) {
  if constexpr (n == 8 || n == 16) {
    alignas(32) static constexpr std::uint8_t kOrder[2][32] = {
        {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14, 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14},
        {2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13}};
    asm("vpshufb %1, %0, %0" : "+x"(x) : "m"(kOrder[n / 16]));
  } else {
    x = x << n | x >> (32 - n);
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
