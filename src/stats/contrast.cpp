// SPDX-License-Identifier: Apache-2.0
#include "stats/contrast.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "base/clones.h"

namespace guise::stats {
namespace {

// Vectors by the extensions of GCC and Clang: a plain loop is made into vectors for some instruction sets only. They go by
// reference: how they are returned differs between instruction sets.
constexpr Index kLanes = 4;
using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));
using Bits = std::uint64_t __attribute__((vector_size(kLanes * sizeof(double))));
constexpr std::uint64_t kSign = std::uint64_t{1} << 63;

/// e^x for x in [-44, 0], relative error below 4e-16. x = k ln 2 + f, |f| <= ln 2 / 2; Taylor's polynomial of degree 12 is off
/// by f^13 / 13! < 1.7e-16.
inline __attribute__((always_inline)) void negative_exp(const Lanes& x, Lanes& out) {
  constexpr double kLog2E = 1.4426950408889634, kRound = 0x1.8p52;                // adding 1.5 * 2^52 rounds to a whole number
  constexpr double kLn2High = 0x1.62e42feep-1, kLn2Low = 1.9082149292705877e-10;  // the high part has 32 bits: k * it is exact
  const Lanes shifted = x * kLog2E + kRound, k = shifted - kRound;
  const Lanes f = (x - k * kLn2High) - k * kLn2Low, f2 = f * f, f4 = f2 * f2;
  const Lanes low = (1 + f) + f2 * (1.0 / 2 + f * (1.0 / 6));
  const Lanes middle = (1.0 / 24 + f * (1.0 / 120)) + f2 * (1.0 / 720 + f * (1.0 / 5040));
  const Lanes high = (1.0 / 40320 + f * (1.0 / 362880)) + f2 * (1.0 / 3628800 + f * (1.0 / 39916800)) + f4 * (1.0 / 479001600);
  // k in the low bits of `shifted` becomes the exponent of 2^k, k >= -64.
  const Bits scale = ((Bits)shifted + 1023) << 52;
  out = ((low + f4 * middle) + (f4 * f4) * high) * (Lanes)scale;
}

/// |x| and e^-2|x|.
inline __attribute__((always_inline)) void take_decay(const Lanes& x, Lanes& size, Lanes& decay) {
  constexpr double kFlat = 20;  // e^-40 is nothing beside 1
  size = (Lanes)((Bits)x & ~kSign);
  const Lanes capped = size < kFlat ? size : Lanes{} + kFlat;
  negative_exp(-2 * capped, decay);
}

/// Up to kLanes values; what is missing stays 0.
inline __attribute__((always_inline)) void load(Lanes& out, const double* from, Index count) {
  if (count >= kLanes) {
    __builtin_memcpy(&out, from, sizeof out);
    return;
  }
  out = Lanes{};
  __builtin_memcpy(&out, from, static_cast<std::size_t>(count) * sizeof(double));
}
inline __attribute__((always_inline)) void store(const Lanes& value, double* to, Index count) {
  if (count >= kLanes)
    __builtin_memcpy(to, &value, sizeof value);
  else
    __builtin_memcpy(to, &value, static_cast<std::size_t>(count) * sizeof(double));
}

double join(const Lanes& lanes) {
  double total = 0;
  for (Index lane = 0; lane < kLanes; ++lane) total += lanes[lane];
  return total;
}

/// Replaces the values by their tanh, absolute error below 4e-16, and returns the sum of its squares.
GUISE_CLONES double tanh_all(double* values, Index count) {
  Lanes sum = {};
  for (Index i = 0; i < count; i += kLanes) {
    Lanes x, size, decay;
    load(x, values + i, count - i);
    take_decay(x, size, decay);
    const Lanes positive = (1 - decay) / (1 + decay), signed_ = (Lanes)((Bits)positive | ((Bits)x & kSign));
    sum += positive * positive;
    store(signed_, values + i, count - i);
  }
  return join(sum);
}

/// Replaces the values by their third powers and returns the sum of their squares.
GUISE_CLONES double cube_all(double* values, Index count) {
  Lanes sum = {};
  for (Index i = 0; i < count; i += kLanes) {
    Lanes x;
    load(x, values + i, count - i);
    const Lanes squared = x * x;
    sum += squared;
    store(x * squared, values + i, count - i);
  }
  return join(sum);
}

/// log cosh x = |x| + log(1 + e^-2|x|) - log 2, which does not overflow. The logarithm is taken of products: every factor is
/// at most 2, so that 500 of them are below 2^500.
GUISE_CLONES double log_cosh_all(const double* values, Index count) {
  Lanes sum = {}, product = Lanes{} + 1.0;
  for (Index i = 0; i < count; i += kLanes) {
    Lanes x, size, decay;
    load(x, values + i, count - i);
    take_decay(x, size, decay);
    sum += size;
    product *= 1 + decay;
  }
  double total = join(sum);
  for (Index lane = 0; lane < kLanes; ++lane) total += std::log(product[lane]);
  const Index padded = (count + kLanes - 1) / kLanes * kLanes;  // a missing value counts log 2 and loses it again
  return total - static_cast<double>(padded) * std::numbers::ln2;
}

}  // namespace

double apply_contrast(Contrast contrast, double* values, Index count) {
  if (contrast == Contrast::cube) return 3 * cube_all(values, count);
  return static_cast<double>(count) - tanh_all(values, count);
}

double sum_log_cosh(const double* values, Index count) {
  constexpr Index kPiece = 500 * kLanes;
  double total = 0;
  for (Index first = 0; first < count; first += kPiece) total += log_cosh_all(values + first, std::min(kPiece, count - first));
  return total;
}

}  // namespace guise::stats
