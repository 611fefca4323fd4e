// SPDX-License-Identifier: Apache-2.0
#include "theory/gaussian_information.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/spectrum.h"

namespace guise::theory {
namespace {

// Below this share of the largest variance a direction has none: what is left is rounding.
constexpr double kNoVariance = 1e-12;

}  // namespace

double gaussian_information(const Matrix& covariance, const Matrix& noise) {
  // In standard deviations of x, so that units do not decide what is small.
  const Vector scale = covariance.diagonal().unaryExpr([](double v) { return v > 0 ? 1 / std::sqrt(v) : 0.0; });
  const Matrix data = scale.asDiagonal() * covariance * scale.asDiagonal();
  const linalg::Spectrum spread = linalg::symmetric_spectrum(scale.asDiagonal() * noise * scale.asDiagonal());
  Matrix whiten = spread.vectors;
  for (Index i = 0; i < spread.values.size(); ++i) {
    const bool covered = spread.values[i] > kNoVariance * spread.values[0];
    if (!covered && (data * spread.vectors.col(i)).norm() > std::sqrt(kNoVariance))
      return std::numeric_limits<double>::infinity();
    whiten.col(i) *= covered ? 1 / std::sqrt(spread.values[i]) : 0.0;
  }
  double bits = 0;
  for (const double ratio : linalg::symmetric_spectrum(whiten.transpose() * data * whiten).values)
    bits += 0.5 * std::log2(1 + std::max(0.0, ratio));
  return bits;
}

}  // namespace guise::theory
