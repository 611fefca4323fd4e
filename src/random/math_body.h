// SPDX-License-Identifier: Apache-2.0
// Logarithm and normal quantile on Real, a double or a vector of doubles, with exactly rounded operations in a fixed order
// only, so that every instance gives the same bits. Included inside the namespace of each kernel_*.cpp and of math.cpp, which
// define Real, Bits (its bit pattern), bits_of, from_bits and square_root.

/// c[0] + c[1] x + … + c[7] x^7 by Estrin's scheme, which has shorter chains of dependent operations than Horner's rule.
inline __attribute__((always_inline)) Real polynomial(const double (&c)[8], Real x, Real x2, Real x4) {
  return ((c[0] + c[1] * x) + (c[2] + c[3] * x) * x2) + ((c[4] + c[5] * x) + (c[6] + c[7] * x) * x2) * x4;
}

inline __attribute__((always_inline)) Real ratio(const double (&a)[8], const double (&b)[8], Real x) {
  const Real x2 = x * x, x4 = x2 * x2;
  return polynomial(a, x, x2, x4) / polynomial(b, x, x2, x4);
}

// ln 2 in two parts: 32 leading bits, so that k * kLn2High is exact for every exponent k, and the rest.
constexpr double kLn2High = 0x1.62e42feep-1, kLn2Low = 1.9082149292705877e-10;

/// ln x for normal x > 0. x = 2^k (1 + f) with 1 + f in [sqrt(1/2), sqrt 2); with s = f / (2 + f),
/// ln(1 + f) = 2 atanh s = f - (f^2/2 - s (f^2/2 + R)), R = s^2 P(s^2). P is the Chebyshev interpolant of degree 6 on [0,
/// 0.02944]: relative error below 2^-57 of the result, rounding brings it to less than one unit in the last place.
inline __attribute__((always_inline)) Real logarithm(Real x) {
  constexpr double kP[] = {0.666666666666667,   0.39999999999899505, 0.28571428625975487, 0.22222211134795034,
                           0.18182889125265025, 0.15331721600446224, 0.14616449686400795};
  constexpr std::uint64_t kOne = 0x3ff0000000000000, kSqrtHalf = 0x3fe6a09e667f3bcd, kFraction = 0x000fffffffffffff;
  const Bits shifted = bits_of(x) + (kOne - kSqrtHalf);
  // The exponent as a double without a conversion: 2^52 + (k + 1023), put into the bits, minus 2^52 + 1023.
  const Real k = from_bits((shifted >> 52) | 0x4330000000000000) - (0x1p52 + 1023);
  const Real f = from_bits((shifted & kFraction) + kSqrtHalf) - 1.0;
  const Real s = f / (2.0 + f), z = s * s, half_square = 0.5 * f * f;
  const Real z2 = z * z;
  const Real p = ((kP[0] + kP[1] * z) + (kP[2] + kP[3] * z) * z2) + ((kP[4] + kP[5] * z) + kP[6] * z2) * (z2 * z2);
  const Real r = z * p;
  return k * kLn2High - ((half_square - (s * (half_square + r) + k * kLn2Low)) - f);
}

// Wichura (1988), Algorithm AS 241, PPND16: the three rational approximations.
inline __attribute__((always_inline)) Real quantile_centre(Real q) {  // |q| = |u - 1/2| <= 0.425
  constexpr double kA[] = {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
                           4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3};
  constexpr double kB[] = {1.0,
                           4.2313330701600911252e1,
                           6.8718700749205790830e2,
                           5.3941960214247511077e3,
                           2.1213794301586595867e4,
                           3.9307895800092710610e4,
                           2.8729085735721942674e4,
                           5.2264952788528545610e3};
  const Real r = 0.180625 - q * q;
  return q * ratio(kA, kB, r);
}

/// r = sqrt(-ln min(u, 1 - u)) <= 5.
inline __attribute__((always_inline)) Real quantile_tail(Real r) {
  constexpr double kC[] = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                           3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                           2.27238449892691845833e-2, 7.74545014278341407640e-4};
  constexpr double kD[] = {1.0,
                           2.05319162663775882187e0,
                           1.67638483018380384940e0,
                           6.89767334985100004550e-1,
                           1.48103976427480074590e-1,
                           1.51986665636164571966e-2,
                           5.47593808499534494600e-4,
                           1.05075007164441684324e-9};
  const Real t = r - 1.6;
  return ratio(kC, kD, t);
}

/// r > 5: u or 1 - u below e^-25.
inline __attribute__((always_inline)) Real quantile_far_tail(Real r) {
  constexpr double kE[] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                           2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                           2.71155556874348757815e-5, 2.01033439929228813265e-7};
  constexpr double kF[] = {1.0,
                           5.99832206555887937690e-1,
                           1.36929880922735805310e-1,
                           1.48753612908506148525e-2,
                           7.86869131145613259100e-4,
                           1.84631831751005468180e-5,
                           1.42151175831644588870e-7,
                           2.04426310338993978564e-15};
  const Real t = r - 5.0;
  return ratio(kE, kF, t);
}

constexpr double kCentre = 0.425;  // |u - 1/2| where quantile_centre ends
constexpr double kFar = 5;         // r where quantile_tail ends
