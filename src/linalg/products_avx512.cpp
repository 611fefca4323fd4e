// SPDX-License-Identifier: Apache-2.0
// The kernel for x86-64 CPUs with AVX-512: 24 or 25 of the 32 registers hold sums.
#include "linalg/product_table.h"

#if defined(__x86_64__)
#include <immintrin.h>

namespace guise::linalg::avx512 {
namespace {

constexpr int kLanes = 8, kStrip = 8, kLeft = 5, kRight = 5;

inline __attribute__((always_inline)) __m512d fused_add(__m512d a, __m512d b, __m512d c) {
  return _mm512_fmadd_pd(a, b, c);
}
inline __attribute__((always_inline)) void store_past_caches(double* to, __m512d x) {
  _mm512_stream_pd(to, x);
}

inline __attribute__((always_inline)) __m256d halves_added(__m512d x) {
  // The maskz forms with every lane on: the plain intrinsics of GCC 12 pass an undefined vector and warn about it.
  return _mm256_add_pd(_mm512_maskz_extractf64x4_pd(0xf, x, 0), _mm512_maskz_extractf64x4_pd(0xf, x, 1));
}
inline __attribute__((always_inline)) void store_totals(double* to, __m512d a, __m512d b, __m512d c, __m512d d) {
  const __m256d ab = _mm256_hadd_pd(halves_added(a), halves_added(b)), cd = _mm256_hadd_pd(halves_added(c), halves_added(d));
  _mm256_storeu_pd(to, _mm256_add_pd(_mm256_permute2f128_pd(ab, cd, 0x20), _mm256_permute2f128_pd(ab, cd, 0x31)));
}

#include "linalg/product_loops.h"

}  // namespace

const ProductTable products = {"avx512", true, kPanel, kStrip, kLeft, kRight, pack, multiply, dots};

}  // namespace guise::linalg::avx512
#endif
