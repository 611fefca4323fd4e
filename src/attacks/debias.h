// SPDX-License-Identifier: Apache-2.0
// Eigenvalues of a covariance corrected for sampling error: a few stand out, the others are equal ("spiked" covariance).
// Baik and Silverstein (2006): a spike d shows as d (1 + gamma/(d - 1)) when the others are 1, gamma = attributes / records.
#pragma once
#include "base/matrix.h"

namespace guise::attacks {

struct DebiasedSpectrum {
  Vector values;  ///< falling; all after the spikes are equal, none is below the noise
  Index spikes = 0;
};

/// `sample` are falling eigenvalues of a covariance with that many degrees of freedom; `noise` is a variance all of them
/// contain.
DebiasedSpectrum debias(const Vector& sample, double noise, double freedom);

}  // namespace guise::attacks
