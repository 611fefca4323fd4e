// SPDX-License-Identifier: Apache-2.0
#include "random/math.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace guise::random {
namespace {

// The same code as in the kernels, on single numbers.
using Real = double;
using Bits = std::uint64_t;
inline Bits bits_of(Real x) {
  return std::bit_cast<Bits>(x);
}
inline Real from_bits(Bits x) {
  return std::bit_cast<Real>(x);
}
#include "random/math_body.h"

constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNaN = std::numeric_limits<double>::quiet_NaN();

/// 2^k for a normal result.
double power_of_two(int k) {
  return from_bits(static_cast<Bits>(k + 1023) << 52);
}

}  // namespace

double fixed_log(double x) {
  if (x == 0) return -kInfinity;
  if (!(x > 0)) return kNaN;
  if (x == kInfinity) return x;
  constexpr double kLn2 = 0.6931471805599453;
  if (x < std::numeric_limits<double>::min()) return logarithm(x * 0x1p54) - 54 * kLn2;  // subnormal
  return logarithm(x);
}

// x = k ln 2 + r, |r| <= ln 2 / 2, and r coth(r/2) = 2 + r^2 P(r^2), so that with c = r - r^2 P(r^2) exp r = 1 + r + r c / (2 -
// c). P is the Chebyshev interpolant of degree 4 on [0, 0.1202], error below 2^-57; rounding brings the result to less than one
// unit in the last place. r is kept in two parts, high - low.
double fixed_exp(double x) {
  constexpr double kP[] = {0.1666666666666666, -0.0027777777777564486, 6.613756471665357e-05, -1.653406009991112e-06,
                           4.143769423035882e-08};
  constexpr double kLog2E = 1.4426950408889634, kShifter = 0x1.8p52;  // adding and subtracting kShifter rounds to an integer
  if (std::isnan(x)) return x;
  if (x > 709.782712893384) return kInfinity;
  if (x < -745.1332191019412) return 0;
  const double k = x * kLog2E + kShifter - kShifter;
  const double high = x - k * kLn2High, low = k * kLn2Low, r = high - low, z = r * r;
  const double c = r - z * (kP[0] + z * (kP[1] + z * (kP[2] + z * (kP[3] + z * kP[4]))));
  const double y = 1 + (high - (low - r * c / (2 - c)));
  const int half = static_cast<int>(k) / 2;  // in two factors: 2^k itself may be too large or too small for a double
  return y * power_of_two(half) * power_of_two(static_cast<int>(k) - half);
}

double normal_quantile(double u) {
  if (!(u >= 0 && u <= 1)) return kNaN;
  if (u == 0 || u == 1) return u == 0 ? -kInfinity : kInfinity;
  const double q = u - 0.5;
  if (std::fabs(q) <= kCentre) return quantile_centre(q);
  const double r = std::sqrt(-fixed_log(q < 0 ? u : 1 - u));
  const double z = r <= kFar ? quantile_tail(r) : quantile_far_tail(r);
  return q < 0 ? -z : z;
}

}  // namespace guise::random
