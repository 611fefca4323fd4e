// SPDX-License-Identifier: Apache-2.0
// The kernel for any CPU: vectors of 128 bits.
#include "linalg/product_table.h"

namespace guise::linalg::portable {
namespace {

constexpr int kLanes = 2, kStrip = 4, kLeft = 3, kRight = 4;
using Pair = double __attribute__((vector_size(16)));

inline __attribute__((always_inline)) Pair fused_add(Pair a, Pair b, Pair c) {
#if defined(__aarch64__)
  return Pair{__builtin_fma(a[0], b[0], c[0]), __builtin_fma(a[1], b[1], c[1])};
#else
  return a * b + c;  // in two operations: this CPU may have none for both
#endif
}
inline __attribute__((always_inline)) void store_past_caches(double* to, Pair x) {
  __builtin_memcpy(to, &x, sizeof x);
}

inline __attribute__((always_inline)) void store_totals(double* to, Pair a, Pair b, Pair c, Pair d) {
  to[0] = a[0] + a[1], to[1] = b[0] + b[1], to[2] = c[0] + c[1], to[3] = d[0] + d[1];
}

#include "linalg/product_loops.h"

}  // namespace

#if defined(__aarch64__)
constexpr bool kFused = true;
#else
constexpr bool kFused = false;
#endif
const ProductTable products = {"portable", kFused, kPanel, kStrip, kLeft, kRight, pack, multiply, dots};

}  // namespace guise::linalg::portable
