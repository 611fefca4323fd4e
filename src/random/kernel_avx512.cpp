// SPDX-License-Identifier: Apache-2.0
// The kernel for x86-64 CPUs with AVX-512 (F, DQ, VL and BW).
#include "random/kernel_table.h"

#if defined(__x86_64__)
#include <immintrin.h>

namespace guise::random::avx512 {
namespace {

constexpr int kLanes = 8;
#include "random/kernel_types.h"

// The maskz forms with every lane on: the plain intrinsics of GCC 12 pass an undefined vector and warn about it.
constexpr __mmask16 kAll16 = 0xffff;
constexpr __mmask8 kAll8 = 0xff;

template <int n>
inline Narrow rotate_left(Narrow x) {
  return (Narrow)_mm512_maskz_rol_epi32(kAll16, (__m512i)x, n);
}
inline Narrow interleave_low(Narrow a, Narrow b) {
  return (Narrow)_mm512_maskz_unpacklo_epi32(kAll16, (__m512i)a, (__m512i)b);
}
inline Narrow interleave_high(Narrow a, Narrow b) {
  return (Narrow)_mm512_maskz_unpackhi_epi32(kAll16, (__m512i)a, (__m512i)b);
}
inline Wide interleave_low(Wide a, Wide b) {
  return (Wide)_mm512_maskz_unpacklo_epi64(kAll8, (__m512i)a, (__m512i)b);
}
inline Wide interleave_high(Wide a, Wide b) {
  return (Wide)_mm512_maskz_unpackhi_epi64(kAll8, (__m512i)a, (__m512i)b);
}
inline unsigned lane_mask(Mask m) {
  return _mm512_movepi64_mask((__m512i)m);
}
inline Real square_root(Real x) {
  return (Real)_mm512_maskz_sqrt_pd(kAll8, (__m512d)x);
}

#include "random/kernel_body.h"

}  // namespace

const KernelTable table = {words, fill, signs, add};

}  // namespace guise::random::avx512
#endif
