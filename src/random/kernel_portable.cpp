// SPDX-License-Identifier: Apache-2.0
// The kernel for any CPU: vectors of 128 bits, which are SSE2 on x86-64 and Neon on arm64, and plain code elsewhere.
#include "random/kernel_table.h"

namespace guise::random::portable {
namespace {

constexpr int kLanes = 2;
constexpr int kTogether = 1;  // one batch of ChaCha20 takes all registers
#include "random/kernel_types.h"

inline void add_to(Narrow& a, const Narrow& b) {
  a += b;
}
inline void xor_to(Narrow& a, const Narrow& b) {
  a ^= b;
}

template <int n>
inline void rotate(Narrow& x) {
  x = x << n | x >> (32 - n);
}
inline Narrow interleave_low(Narrow a, Narrow b) {
  return __builtin_shufflevector(a, b, 0, 4, 1, 5);
}
inline Narrow interleave_high(Narrow a, Narrow b) {
  return __builtin_shufflevector(a, b, 2, 6, 3, 7);
}
inline Wide interleave_low(Wide a, Wide b) {
  return __builtin_shufflevector(a, b, 0, 2);
}
inline Wide interleave_high(Wide a, Wide b) {
  return __builtin_shufflevector(a, b, 1, 3);
}
inline unsigned lane_mask(Mask m) {
  return static_cast<unsigned>((m[0] & 1) | (m[1] & 2));
}
inline Real square_root(Real x) {
  return Real{__builtin_sqrt(x[0]), __builtin_sqrt(x[1])};
}

#include "random/kernel_body.h"

}  // namespace

const KernelTable table = {words, fill, signs, add};

}  // namespace guise::random::portable
