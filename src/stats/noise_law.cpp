// SPDX-License-Identifier: Apache-2.0
#include "stats/noise_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace guise::stats {

using random::Law;

double noise_density(Law law, double sd, double x) {
  const double z = x / sd;
  switch (law) {
    case Law::gaussian:
      return std::exp(-0.5 * z * z) * (std::numbers::inv_sqrtpi / std::numbers::sqrt2) / sd;
    case Law::uniform:  // on +- sqrt(3) sd
      return std::abs(z) <= std::numbers::sqrt3 ? 0.5 / (std::numbers::sqrt3 * sd) : 0.0;
    case Law::laplace:  // scale sd / sqrt(2)
      return std::exp(-std::numbers::sqrt2 * std::abs(z)) / (std::numbers::sqrt2 * sd);
  }
  return 0;
}

double noise_cdf(Law law, double sd, double x) {
  const double z = x / sd;
  switch (law) {
    case Law::gaussian:
      return 0.5 * std::erfc(-z / std::numbers::sqrt2);
    case Law::uniform:
      return std::clamp(0.5 + 0.5 * z / std::numbers::sqrt3, 0.0, 1.0);
    case Law::laplace: {
      const double tail = 0.5 * std::exp(-std::numbers::sqrt2 * std::abs(z));
      return z < 0 ? tail : 1 - tail;
    }
  }
  return 0;
}

double noise_cdf_integral(Law law, double sd, double x) {
  if (x > 0) return x + noise_cdf_integral(law, sd, -x);  // every law is symmetric
  switch (law) {
    case Law::gaussian:  // x F + sd^2 f; the two terms cancel to rounding far out
      return sd * std::max(0.0, x / sd * noise_cdf(law, 1, x / sd) + noise_density(law, 1, x / sd));
    case Law::uniform: {
      const double half = std::numbers::sqrt3 * sd;
      return x < -half ? 0.0 : (x + half) * ((x + half) / (4 * half));
    }
    case Law::laplace:
      return noise_cdf(law, sd, x) * sd / std::numbers::sqrt2;
  }
  return 0;
}

namespace {

NoiseMass uniform_mass(double half, double low, double high) {
  low = std::clamp(low, -half, half);
  high = std::clamp(high, -half, half);
  const double height = 0.5 / half;
  return {height * (high - low), height * (high * high - low * low) / 2, height * (high * high * high - low * low * low) / 3};
}

/// Of (1 / 2b) exp(-r / b) from r >= 0 to infinity.
NoiseMass laplace_tail(double b, double r) {
  const double e = 0.5 * std::exp(-r / b);
  return {e, e * (r + b), e * (r * r + 2 * b * r + 2 * b * b)};
}

NoiseMass difference(const NoiseMass& a, const NoiseMass& b) {
  return {a.share - b.share, a.first - b.first, a.second - b.second};
}

}  // namespace

NoiseMass noise_mass(Law law, double sd, double low, double high) {
  if (law == Law::uniform) return uniform_mass(std::numbers::sqrt3 * sd, low, high);
  if (low < 0 && high > 0 && law == Law::laplace) {
    const NoiseMass left = noise_mass(law, sd, low, 0), right = noise_mass(law, sd, 0, high);
    return {left.share + right.share, left.first + right.first, left.second + right.second};
  }
  if (low + high < 0) {  // in the positive half, where tails are small numbers and not 1 minus them
    const NoiseMass mirrored = noise_mass(law, sd, -high, -low);
    return {mirrored.share, -mirrored.first, mirrored.second};
  }
  constexpr double kNothing = 1000;  // sd beyond which either law is zero in double
  if (low > kNothing * sd || (law == Law::gaussian && low > 39 * sd)) return {0, 0, 0};
  if (law == Law::laplace)
    return difference(laplace_tail(sd / std::numbers::sqrt2, low), laplace_tail(sd / std::numbers::sqrt2, high));
  const double share = noise_cdf(law, sd, -low) - noise_cdf(law, sd, -high);
  const double at_low = noise_density(law, sd, low), at_high = noise_density(law, sd, high);
  return {share, sd * sd * (at_low - at_high), sd * sd * (share + low * at_low - high * at_high)};
}

double noise_transition(Law law, double sd, double g, double w, double u, double v) {
  if (2 * u + v > 2 * g + w) {  // mirrored, so that all arguments below are negative in the tails
    const double mirrored_u = -u - v;
    u = mirrored_u;
    g = -g - w;
  }
  const auto integral = [&](double x) { return noise_cdf_integral(law, sd, x); };
  return std::max(0.0, (integral(u + v - g) - integral(u + v - g - w) - integral(u - g) + integral(u - g - w)) / w);
}

}  // namespace guise::stats
