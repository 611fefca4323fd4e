// SPDX-License-Identifier: Apache-2.0
// tanh and the logistic function on Real, a double or a vector of doubles, with exactly rounded operations in a fixed order
// only, so that every instance gives the same bits. Included inside the namespace of each activation_*.cpp and of
// activation.cpp, which define Real, Bits (its bit pattern), bits_of and from_bits.

/// What both functions are made of: t = (k ln 2)/2 + u with |u| <= (ln 2)/4, so that exp(-2t) = 2^-k (1 - T) / (1 + T), T =
/// tanh u.
struct Reduced {
  Real power;    // 2^-k
  Real tangent;  // T
};

/// For 0 <= t <= 354. tanh u = u + u^3 P(u^2) with the Chebyshev interpolant P of degree 6 on [0, 0.0301]: relative error below
/// 2^-60. ln(2)/2 is in two parts, 32 leading bits, so that k times it is exact, and the rest.
inline __attribute__((always_inline)) Reduced reduced(Real t) {
  constexpr double kP[] = {-0.3333333333333333,   0.1333333333333283,    -0.0539682539655828,   0.02186948800281411,
                           -0.008863184771341504, 0.0035896437600996343, -0.0013952767873610806};
  constexpr double kHalfLn2High = 0x1.62e42feep-2, kHalfLn2Low = 1.9082149292705877e-10 / 2, kTwoLog2E = 2.885390081777927;
  constexpr double kShifter = 0x1.8p52;  // adding it leaves the rounded number in the low bits
  const Real shifted = t * kTwoLog2E + kShifter, k = shifted - kShifter;
  const Real u = (t - k * kHalfLn2High) - k * kHalfLn2Low, z = u * u, z2 = z * z;
  const Real p = ((kP[0] + kP[1] * z) + (kP[2] + kP[3] * z) * z2) + ((kP[4] + kP[5] * z) + kP[6] * z2) * (z2 * z2);
  const Bits exponent = 0x3ff0000000000000 - (bits_of(shifted) << 52);  // of 1, less k
  return {from_bits(exponent), u + (u * z) * p};
}

inline __attribute__((always_inline)) Real size_of(Real x) {
  return from_bits(bits_of(x) & 0x7fffffffffffffff);
}

/// With q = 2^-k: tanh t = ((1 - q) + (1 + q) T) / ((1 + q) + (1 - q) T). From 20 on it is 1 to the last bit.
inline __attribute__((always_inline)) Real hyperbolic_tangent(Real x) {
  const Real size = size_of(x), t = size > 20.0 ? 20.0 : size;
  const Reduced r = reduced(t);
  const Real less = 1.0 - r.power, more = 1.0 + r.power;
  const Real value = (less + more * r.tangent) / (more + less * r.tangent);
  return from_bits(bits_of(value) | (bits_of(x) & 0x8000000000000000));
}

/// With e = exp(-|x|), 1 / (1 + e) or e / (1 + e). Below -708, where e is no longer a normal number, 0.
inline __attribute__((always_inline)) Real logistic(Real x) {
  const Real size = size_of(x), t = size > 708.0 ? 708.0 : size;
  const Reduced r = reduced(0.5 * t);
  const Real more = 1.0 + r.tangent, less = r.power * (1.0 - r.tangent);
  return (x < 0.0 ? (x < -708.0 ? 0.0 : less) : more) / (more + less);
}
