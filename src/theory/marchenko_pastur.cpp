// SPDX-License-Identifier: Apache-2.0
#include "theory/marchenko_pastur.h"

#include <cmath>
#include <numbers>

namespace guise::theory {
namespace {

constexpr double pi = std::numbers::pi;

// Share of the law (variance 1, ratio beta <= 1) above x = 1 + beta + 2 sqrt(beta) cos(theta). With c = 1 + beta, h = 2
// sqrt(beta) the density becomes h^2 sin^2 / (2 pi beta (c + h cos)) = [c - h cos - (c^2 - h^2) / (c + h cos)] / (2 pi beta),
// and c^2 - h^2 = (1 - beta)^2, so the integral from 0 to theta is elementary.
double share_above(double theta, double beta) {
  const double c = 1 + beta, h = 2 * std::sqrt(beta);
  const double ratio = (1 - std::sqrt(beta)) / (1 + std::sqrt(beta));  // sqrt((c - h) / (c + h))
  return (c * theta - h * std::sin(theta) - 2 * (1 - beta) * std::atan(ratio * std::tan(theta / 2))) / (2 * pi * beta);
}

}  // namespace

Band marchenko_pastur_band(double variance, double records, double attributes) {
  const double root = std::sqrt(attributes / records);
  return {variance * (1 - root) * (1 - root), variance * (1 + root) * (1 + root)};
}

double marchenko_pastur_density(double eigenvalue, double variance, double records, double attributes) {
  const Band band = marchenko_pastur_band(variance, records, attributes);
  if (eigenvalue <= band.low || eigenvalue >= band.high) return 0;
  return records / attributes * std::sqrt((band.high - eigenvalue) * (eigenvalue - band.low)) /
         (2 * pi * variance * eigenvalue);
}

double marchenko_pastur_median(double beta) {
  // Below this the closed form loses digits to cancellation (error 1e-16 / beta); the expansion is off by about beta^2 / 10.
  if (beta < 1e-5) return 1 - beta / 3;
  double low = 0, high = pi;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (share_above(middle, beta) < 0.5 ? low : high) = middle;
  }
  return 1 + beta + 2 * std::sqrt(beta) * std::cos(0.5 * (low + high));
}

double wigner_density(double x) {
  return std::abs(x) < 1 ? 2 / pi * std::sqrt(1 - x * x) : 0;
}

}  // namespace guise::theory
