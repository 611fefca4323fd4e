// SPDX-License-Identifier: Apache-2.0
// The kernel for x86-64 CPUs with AVX2 and FMA: 12 of the 16 registers hold sums.
#include "linalg/product_table.h"

#if defined(__x86_64__)
#include <immintrin.h>

namespace guise::linalg::avx2 {
namespace {

constexpr int kLanes = 4, kStrip = 4, kLeft = 3, kRight = 4;

inline __attribute__((always_inline)) __m256d fused_add(__m256d a, __m256d b, __m256d c) {
  return _mm256_fmadd_pd(a, b, c);
}
inline __attribute__((always_inline)) void store_past_caches(double* to, __m256d x) {
  _mm256_stream_pd(to, x);
}

inline __attribute__((always_inline)) void store_totals(double* to, __m256d a, __m256d b, __m256d c, __m256d d) {
  const __m256d ab = _mm256_hadd_pd(a, b), cd = _mm256_hadd_pd(c, d);
  _mm256_storeu_pd(to, _mm256_add_pd(_mm256_permute2f128_pd(ab, cd, 0x20), _mm256_permute2f128_pd(ab, cd, 0x31)));
}

#include "linalg/product_loops.h"

}  // namespace

const ProductTable products = {"avx2", true, kPanel, kStrip, kLeft, kRight, pack, multiply, dots};

}  // namespace guise::linalg::avx2
#endif
