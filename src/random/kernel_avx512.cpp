// SPDX-License-Identifier: Apache-2.0
// The kernel for x86-64 CPUs with AVX-512 (F, DQ, VL and BW).
#include "random/kernel_table.h"

#if defined(__x86_64__)
#include <immintrin.h>

namespace guise::random::avx512 {
namespace {

constexpr int kLanes = 8;
constexpr int kTogether = 2;  // batches of ChaCha20 side by side: 32 vectors in 32 registers
#include "random/kernel_types.h"

// In assembler, because clang does not work in place: it runs out of registers, and words take a tenth longer.
inline void add_to(Narrow& a, const Narrow& b) {
  asm("vpaddd %1, %0, %0" : "+v"(a) : "v"(b));
}
inline void xor_to(Narrow& a, const Narrow& b) {
  asm("vpxord %1, %0, %0" : "+v"(a) : "v"(b));
}
template <int n>
inline void rotate(Narrow& x) {
  asm("vprold %1, %0, %0" : "+v"(x) : "i"(n));
}

// The maskz forms with every lane on: the plain intrinsics of GCC 12 pass an undefined vector and warn about it.
constexpr __mmask16 kAll16 = 0xffff;
constexpr __mmask8 kAll8 = 0xff;

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
#include "random/normals_avx512.h"

}  // namespace

const KernelTable table = {words, fill_by_tiles, signs, add_by_tiles};

}  // namespace guise::random::avx512
#endif
