// SPDX-License-Identifier: Apache-2.0
#include "attacks/noise_coordinates.h"

#include <algorithm>

#include "attacks/debias.h"
#include "linalg/spectrum.h"

namespace guise::attacks {

NoiseCoordinates noise_coordinates(const Matrix& noise, const Matrix& covariance, double least, Index most, double freedom) {
  constexpr double kNone = 1e-9;  // stands in for no noise, in standard units
  const Vector variance = covariance.diagonal(), sd = (variance.array() > 0).select(variance.cwiseSqrt(), 1.0);
  const Matrix unit = sd.cwiseInverse().asDiagonal();
  Matrix standard = unit * noise * unit;
  standard = linalg::positive_part((standard + standard.transpose()) / 2, kNone);
  const Matrix root = linalg::square_root(standard), inverse = linalg::inverse_square_root(standard);
  const Matrix white = inverse * unit * covariance * unit * inverse;
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum((white + white.transpose()) / 2);
  const Vector values = freedom > 0 ? debias(spectrum.values, 1, freedom).values : spectrum.values;
  const Index kept = std::min<Index>(most, (values.array() > least).count());
  const Matrix axes = spectrum.vectors.leftCols(kept);
  return {
      .to = unit * inverse * axes, .back = axes.transpose() * root * sd.asDiagonal(), .signal = values.head(kept).array() - 1};
}

}  // namespace guise::attacks
