// SPDX-License-Identifier: Apache-2.0
#include "attacks/distance_tolerance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/spectrum.h"

namespace guise::attacks {
namespace {

// Released numbers are rounded: squared distances agree to this share of themselves …
constexpr double kRounding = 1e-9;
// … and, being made of inner products, to this share of the largest squared length.
constexpr double kCancelled = 1e-12;
// Rounding of a row, as a share of its length: of the released numbers, of the originals and of the product between them.
constexpr double kDigits = 8 * std::numeric_limits<double>::epsilon();
// Of a release in single precision, whose product may have been formed in it: 3.3e-7 at 768 columns.
constexpr double kSingleDigits = 8 * std::numeric_limits<float>::epsilon();

double digits_of(const MatrixRef& rows) {
  return rows == rows.cast<float>().cast<double>() ? kSingleDigits : kDigits;
}

}  // namespace

// A variance that is wrong by the share r_j divides its part q_j of a squared distance by 1 + r_j: off by - q'r.
double Tolerance::loose_distance(const Vector& difference) const {
  const Vector parts = difference.cwiseAbs2();
  return variances.size() > 0 ? parts.dot(variances * parts) : 0;
}

// And a centre that is wrong by c_j takes 2 x_j c_j off.
double Tolerance::loose_length(const Vector& original) const {
  return loose_distance(original) + (centers.size() > 0 ? 4 * original.dot(centers * original) : 0);
}

double Tolerance::displaced(const Vector& original) const {
  if (variances.size() == 0) return 0;
  return original.cwiseAbs2().dot(variances.diagonal()) / 4 + centers.trace();
}

Window Tolerance::distance(double original, double loose) const {
  const double sd = std::sqrt(8 * original * largest + 8 * squares + loose);
  // Ends off by `digits` each: | |d + r|^2 - |d|^2 | <= 2 |d| |r| + |r|^2 with |r| <= 2 digits.
  const double lost = 4 * digits * (std::sqrt(original) + digits);
  return {original + 2 * trace, limit * sd + kRounding * original + rounding + lost};
}

Window Tolerance::place(double displaced) const {
  Window window = length(0);
  const double away = limit * std::sqrt(displaced), noise = std::sqrt(std::max(window.middle + window.width, 0.0));
  window.width += away * (2 * noise + away);
  return window;
}

Window Tolerance::length(double original, double loose) const {
  const double sd = std::sqrt(4 * original * largest + 2 * squares + loose);
  const double lost = digits * (2 * std::sqrt(original) + digits);
  return {original + trace, limit * sd + kRounding * original + rounding + lost};
}

Tolerance tolerance_of(const Matrix& noise, const MatrixRef& rows, Index compared) {
  const Matrix centred = rows.rowwise() - rows.colwise().mean();  // in one expression the mean is taken anew for every row
  return {.trace = noise.trace(),
          .largest = std::max(linalg::symmetric_spectrum(noise).values(0), 0.0),
          .squares = noise.squaredNorm(),
          // P(|z| > l) < exp(-l^2 / 2): with l^2 = 2 ln(100 d) one of d distances fails in one case of a hundred.
          .limit = std::sqrt(2 * std::log(100 * static_cast<double>(compared))),
          .rounding = kCancelled * centred.rowwise().squaredNorm().maxCoeff(),
          .digits = digits_of(rows) * rows.rowwise().norm().maxCoeff()};
}

}  // namespace guise::attacks
