// SPDX-License-Identifier: Apache-2.0
#include "attacks/soft_max.h"

#include <algorithm>
#include <cstdint>

#include "base/clones.h"

namespace guise::attacks {
namespace {

constexpr Index kLanes = 16;
using Lanes = float __attribute__((vector_size(kLanes * sizeof(float))));
using Bits = std::uint32_t __attribute__((vector_size(kLanes * sizeof(float))));
constexpr float kLeast = -60;  // e^-60 is nothing beside 1, and far from the least number of single precision

/// e^x for x in [-60, 0]. x = k ln 2 + f, |f| <= ln 2 / 2; Taylor's polynomial of degree 6 is off by f^7 / 7! < 2e-7.
inline __attribute__((always_inline)) void negative_exp(const Lanes& x, Lanes& out) {
  constexpr float kLog2E = 1.44269504F, kRound = 0x1.8p23F;           // adding 1.5 * 2^23 rounds to a whole number
  constexpr float kLn2High = 0x1.62e4p-1F, kLn2Low = 1.42860677e-6F;  // the high part has 15 bits: k * it is exact
  const Lanes shifted = x * kLog2E + kRound, k = shifted - kRound;
  const Lanes f = (x - k * kLn2High) - k * kLn2Low, f2 = f * f;
  const Lanes low = (1.0F + f) + f2 * (1.0F / 2 + f * (1.0F / 6));
  const Lanes high = (1.0F / 24 + f * (1.0F / 120)) + f2 * (1.0F / 720);
  const Bits scale = ((Bits)shifted + 127) << 23;  // k in the low bits of `shifted` becomes the exponent of 2^k
  out = (low + (f2 * f2) * high) * (Lanes)scale;
}

GUISE_CLONES float largest(const float* values, Index count) {
  Lanes most = Lanes{} + values[0];
  Index i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    Lanes x;
    __builtin_memcpy(&x, values + i, sizeof x);
    most = x > most ? x : most;
  }
  float out = values[0];
  for (Index lane = 0; lane < kLanes; ++lane) out = std::max(out, most[lane]);
  for (; i < count; ++i) out = std::max(out, values[i]);
  return out;
}

GUISE_CLONES void exponentials(float* values, Index count, float most, float rate, double* sums) {
  Lanes sum = {}, squares = {};
  double total = 0, total_squares = 0;
  for (Index i = 0; i < count; i += kLanes) {
    const Index some = std::min(kLanes, count - i);
    Lanes x = Lanes{} + most, out;
    some == kLanes ? __builtin_memcpy(&x, values + i, sizeof x)
                   : __builtin_memcpy(&x, values + i, static_cast<std::size_t>(some) * sizeof(float));
    const Lanes scaled = (x - most) * rate;
    negative_exp(scaled > kLeast ? scaled : Lanes{} + kLeast, out);
    if (some == kLanes) {
      sum += out;
      squares += out * out;
      __builtin_memcpy(values + i, &out, sizeof out);
      continue;
    }
    for (Index lane = 0; lane < some; ++lane) {
      total += static_cast<double>(out[lane]);
      total_squares += static_cast<double>(out[lane] * out[lane]);
    }
    __builtin_memcpy(values + i, &out, static_cast<std::size_t>(some) * sizeof(float));
  }
  for (Index lane = 0; lane < kLanes; ++lane) {
    total += static_cast<double>(sum[lane]);
    total_squares += static_cast<double>(squares[lane]);
  }
  sums[0] = total;
  sums[1] = total_squares;
}

}  // namespace

SoftMax soft_max(float* values, Index count, float rate) {
  double sums[2] = {};
  if (count > 0) exponentials(values, count, largest(values, count), rate, sums);
  return {.sum = sums[0], .squares = sums[1]};
}

}  // namespace guise::attacks
