// SPDX-License-Identifier: Apache-2.0
// Vectors of kLanes doubles and their bits, by the vector extensions of GCC and Clang. Included inside the namespace of each
// kernel_*.cpp, after kLanes.

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the kernels store vectors in little-endian order");
static_assert(__FLT_EVAL_METHOD__ == 0, "extra precision would change the bits of random numbers");

using Real = double __attribute__((vector_size(8 * kLanes)));
using Bits = std::uint64_t __attribute__((vector_size(8 * kLanes)));
using Mask = decltype(Real{} < Real{});
using Narrow = std::uint32_t __attribute__((vector_size(8 * kLanes)));
using Wide = Bits;

inline __attribute__((always_inline)) Bits bits_of(Real x) {
  return (Bits)x;
}
inline __attribute__((always_inline)) Real from_bits(Bits x) {
  return (Real)x;
}
