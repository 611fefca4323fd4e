// SPDX-License-Identifier: Apache-2.0
#include "theory/marchenko_pastur_law.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <numbers>

#include "base/matrix.h"
#include "theory/marchenko_pastur.h"

namespace guise::theory {
namespace {

using std::numbers::pi;

// Share of the law (variance 1, ratio beta <= 1) above x = 1 + beta + 2 sqrt(beta) cos(theta): the integral from 0 to theta of
// (2 / pi) sin^2 / (c + h cos) with c = 1 + beta, h = 2 sqrt(beta). As h^2 sin^2 = (c + h cos)(c - h cos) - (1 - beta)^2 it is
// elementary, but loses digits where beta is small (1e-16 / beta); there the integrand is smooth and a rule of 30 nodes exact.
double share_above(double theta, double beta) {
  const double c = 1 + beta, h = 2 * std::sqrt(beta);
  if (beta < 0.01) {
    const auto integrand = [&](double t) { return 2 / pi * square(std::sin(t)) / (c + h * std::cos(t)); };
    return boost::math::quadrature::gauss<double, 30>::integrate(integrand, 0.0, theta);
  }
  const double ratio = (1 - std::sqrt(beta)) / (1 + std::sqrt(beta));  // sqrt((c - h) / (c + h))
  return (c * theta - h * std::sin(theta) - 2 * (1 - beta) * std::atan(ratio * std::tan(theta / 2))) / (2 * pi * beta);
}

/// With more attributes than records the eigenvalues other than 0 are those of the transposed table times attributes / records,
/// and x = 1 + beta + 2 sqrt(beta) cos(theta) has the same theta for beta and for 1 / beta.
double mirrored_ratio(double beta) {
  return std::min(beta, 1 / beta);
}

}  // namespace

double marchenko_pastur_zero_share(double records, double attributes) {
  return std::max(0.0, 1 - records / attributes);
}

double marchenko_pastur_share(double eigenvalue, double variance, double records, double attributes) {
  const double beta = attributes / records, zeros = marchenko_pastur_zero_share(records, attributes);
  if (eigenvalue < 0) return 0;
  const double cosine = std::clamp((eigenvalue / variance - 1 - beta) / (2 * std::sqrt(beta)), -1.0, 1.0);
  return zeros + (1 - zeros) * (1 - share_above(std::acos(cosine), mirrored_ratio(beta)));
}

double marchenko_pastur_quantile(double share, double variance, double records, double attributes) {
  const double beta = attributes / records, zeros = marchenko_pastur_zero_share(records, attributes);
  if (share <= zeros) return zeros > 0 ? 0 : marchenko_pastur_band(variance, records, attributes).low;
  const double above = (1 - share) / (1 - zeros);
  double low = 0, high = pi;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (share_above(middle, mirrored_ratio(beta)) < above ? low : high) = middle;
  }
  return variance * (1 + beta + 2 * std::sqrt(beta) * std::cos(0.5 * (low + high)));
}

}  // namespace guise::theory
