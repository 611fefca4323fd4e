// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>

#include "base/clones.h"
#include "stats/contrast.h"

namespace guise::stats {
namespace {

constexpr Index kLanes = 8;
using Lanes = float __attribute__((vector_size(kLanes * sizeof(float))));
using Bits = std::uint32_t __attribute__((vector_size(kLanes * sizeof(float))));
constexpr std::uint32_t kSign = std::uint32_t{1} << 31;

/// e^x for x in [-20, 0]. x = k ln 2 + f, |f| <= ln 2 / 2; Taylor's polynomial of degree 7 is off by f^8 / 8! < 6e-9.
inline __attribute__((always_inline)) void negative_exp(const Lanes& x, Lanes& out) {
  constexpr float kLog2E = 1.44269504F, kRound = 0x1.8p23F;           // adding 1.5 * 2^23 rounds to a whole number
  constexpr float kLn2High = 0x1.62e4p-1F, kLn2Low = 1.42860677e-6F;  // the high part has 15 bits: k * it is exact
  const Lanes shifted = x * kLog2E + kRound, k = shifted - kRound;
  const Lanes f = (x - k * kLn2High) - k * kLn2Low, f2 = f * f;
  const Lanes low = (1.0F + f) + f2 * (1.0F / 2 + f * (1.0F / 6));
  const Lanes high = (1.0F / 24 + f * (1.0F / 120)) + f2 * (1.0F / 720 + f * (1.0F / 5040));
  const Bits scale = ((Bits)shifted + 127) << 23;  // k in the low bits of `shifted` becomes the exponent of 2^k
  out = (low + (f2 * f2) * high) * (Lanes)scale;
}

inline __attribute__((always_inline)) void take_tanh(const Lanes& x, Lanes& signed_, Lanes& squared) {
  constexpr float kFlat = 10;  // e^-20 is nothing beside 1
  const Lanes size = (Lanes)((Bits)x & ~kSign);
  Lanes decay;
  negative_exp(-2.0F * (size < kFlat ? size : Lanes{} + kFlat), decay);
  const Lanes positive = (1.0F - decay) / (1.0F + decay);
  signed_ = (Lanes)((Bits)positive | ((Bits)x & kSign));
  squared = positive * positive;
}

inline __attribute__((always_inline)) void take_cube(const Lanes& x, Lanes& cube, Lanes& squared) {
  squared = x * x;
  cube = x * squared;
}

/// values = take(values); returns the sum of what it says is squared. The last values are filled up with zeros.
template <void (*take)(const Lanes&, Lanes&, Lanes&)>
inline __attribute__((always_inline)) double each(float* values, Index count) {
  Lanes sum = {};
  for (Index i = 0; i < count; i += kLanes) {
    const std::size_t bytes = static_cast<std::size_t>(std::min(kLanes, count - i)) * sizeof(float);
    Lanes x = {}, out, squared;
    bytes == sizeof x ? __builtin_memcpy(&x, values + i, sizeof x) : __builtin_memcpy(&x, values + i, bytes);
    take(x, out, squared);
    sum += squared;
    bytes == sizeof x ? __builtin_memcpy(values + i, &out, sizeof x) : __builtin_memcpy(values + i, &out, bytes);
  }
  double total = 0;
  for (Index lane = 0; lane < kLanes; ++lane) total += static_cast<double>(sum[lane]);
  return total;
}

GUISE_CLONES double tanh_singles(float* values, Index count) {
  return each<take_tanh>(values, count);
}
GUISE_CLONES double cube_singles(float* values, Index count) {
  return each<take_cube>(values, count);
}

}  // namespace

double apply_contrast(Contrast contrast, float* values, Index count) {
  if (contrast == Contrast::cube) return 3 * cube_singles(values, count);
  return static_cast<double>(count) - tanh_singles(values, count);
}

}  // namespace guise::stats
