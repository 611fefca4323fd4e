// SPDX-License-Identifier: Apache-2.0
// Exponentials are a third of the time of EM where they are taken one by one; here eight at a time.
#include "stats/shares.h"

#include <cstdint>

#include "base/clones.h"

namespace guise::stats {
namespace {

constexpr Index kLanes = 8;
using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));
using Bits = std::uint64_t __attribute__((vector_size(kLanes * sizeof(double))));
constexpr double kLeast = -700;  // e^-700 is nothing beside 1, and far from the least normal number

/// e^x for x in [-700, 0]. x = k ln 2 + f, |f| <= ln 2 / 2; Taylor's polynomial of degree 12 is off by f^13 / 13! < 2e-16.
inline __attribute__((always_inline)) void negative_exp(const Lanes& x, Lanes& out) {
  constexpr double kLog2E = 1.4426950408889634, kRound = 0x1.8p52;                // adding 1.5 * 2^52 rounds to a whole number
  constexpr double kLn2High = 0x1.62e42feep-1, kLn2Low = 1.9082149292705877e-10;  // k times the high part is exact
  const Lanes shifted = x * kLog2E + kRound, k = shifted - kRound;
  const Lanes f = (x - k * kLn2High) - k * kLn2Low, f2 = f * f, f4 = f2 * f2;
  const Lanes low = (1.0 + f) + f2 * (1.0 / 2 + f * (1.0 / 6));
  const Lanes middle = (1.0 / 24 + f * (1.0 / 120)) + f2 * (1.0 / 720 + f * (1.0 / 5040));
  const Lanes high = (1.0 / 40320 + f * (1.0 / 362880)) + f2 * (1.0 / 3628800 + f * (1.0 / 39916800) + f2 * (1.0 / 479001600));
  const Bits scale = ((Bits)shifted + 1023) << 52;  // k in the low bits of `shifted` becomes the exponent of 2^k
  out = (low + f4 * (middle + f4 * high)) * (Lanes)scale;
}

/// values[i] = e^(values[i] - most[i]), for as many vectors of lanes as fit, added to sums.
GUISE_CLONES void exponentials(double* values, const double* most, Index count, double* sums) {
  for (Index i = 0; i + kLanes <= count; i += kLanes) {
    Lanes x, peak, sum, out;
    __builtin_memcpy(&x, values + i, sizeof x);
    __builtin_memcpy(&peak, most + i, sizeof peak);
    __builtin_memcpy(&sum, sums + i, sizeof sum);
    x -= peak;
    negative_exp(x > kLeast ? x : Lanes{} + kLeast, out);
    out = x > kLeast ? out : Lanes{};
    sum += out;
    __builtin_memcpy(values + i, &out, sizeof out);
    __builtin_memcpy(sums + i, &sum, sizeof sum);
  }
}

}  // namespace

Vector turn_to_shares(Matrix& log_density) {
  const Index rows = log_density.rows(), whole = rows - rows % kLanes;
  const Vector most = log_density.rowwise().maxCoeff();
  Vector total = Vector::Zero(rows);
  for (Index j = 0; j < log_density.cols(); ++j) {
    exponentials(log_density.col(j).data(), most.data(), rows, total.data());
    if (whole == rows) continue;
    double values[kLanes] = {}, peaks[kLanes] = {}, sums[kLanes] = {};  // the rest, filled up with zeros
    for (Index i = whole; i < rows; ++i) values[i - whole] = log_density(i, j), peaks[i - whole] = most[i];
    exponentials(values, peaks, kLanes, sums);
    for (Index i = whole; i < rows; ++i) log_density(i, j) = values[i - whole], total[i] += values[i - whole];
  }
  log_density.array().colwise() /= total.array();
  return most.array() + total.array().log();
}

}  // namespace guise::stats
