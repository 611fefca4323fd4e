// SPDX-License-Identifier: Apache-2.0
#include "stats/whitening.h"

#include <cmath>

#include "linalg/spectrum.h"

namespace guise::stats {

constexpr double kDependent = 1e-10;

Whitening whitening_of(const Moments& moments) {
  const Vector sd = moments.variance().cwiseSqrt();
  const Vector inverse = sd.unaryExpr([](double s) { return s > 0 ? 1 / s : 0; });
  const double n = static_cast<double>(moments.count());
  const Matrix correlation = inverse.asDiagonal() * (moments.covariance() * ((n - 1) / n)) * inverse.asDiagonal();
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum(correlation);
  const Index rank = (spectrum.values.array() > kDependent * std::max(spectrum.values[0], 0.0)).count();
  const Matrix axes = spectrum.vectors.leftCols(rank);
  const Vector root = spectrum.values.head(rank).cwiseSqrt();
  return {moments.mean(), inverse.asDiagonal() * axes * root.cwiseInverse().asDiagonal(),
          root.asDiagonal() * axes.transpose() * sd.asDiagonal()};
}

}  // namespace guise::stats
