// SPDX-License-Identifier: Apache-2.0
// The spectrum of a release in units where the noise is white, and linear filters built on it.
#pragma once
#include "attacks/attack.h"
#include "linalg/blas.h"
#include "linalg/spectrum.h"

namespace guise::attacks {

struct NoiseSpace {
  linalg::Spectrum spectrum;       ///< of the release there
  double variance = 0;             ///< of the noise there
  Matrix forward = {}, back = {};  ///< into it and out of it, y' forward and z' back; empty when the noise is white already
  std::string note = {};           ///< where the variance comes from, when it was estimated

  /// (y - center)' V diag(gain) V' + shift' in the units of the release.
  linalg::RecordMap filter(const Vector& center, const Vector& gain, const Vector& shift) const;
  /// A symmetric matrix V diag(values) V' of that space in the units of the release.
  Matrix covariance(const Vector& values) const;
};

/// `rule`: known, median, histogram, or auto (known if it is, else median). `spread` is the covariance of the release, or its
/// second moments about 0. Unequal or correlated noise is whitened first (the papers assume it white).
NoiseSpace noise_space(const Matrix& spread, bool centered, const std::string& rule, const Evidence&, const Knowledge&,
                       const random::Rng&);

}  // namespace guise::attacks
