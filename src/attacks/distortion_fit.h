// SPDX-License-Identifier: Apache-2.0
// The matrices of a non-linear distortion y = B + Q f(A + W x), fitted to known pairs whose law is public. Variable projection
// (Golub and Pereyra 1973, in Kaufman's form of 1975): Q and B are least squares given W and A, which Gauss-Newton steps with
// damping find.
#pragma once
#include "random/rng.h"
#include "stats/distortion_map.h"
#include "theory/distortion.h"

namespace guise::attacks {

/// Rows belong together: records before the distortion, and behind it.
struct DistortedPairs {
  Matrix inputs, outputs;
};

struct DistortionFit {
  stats::DistortionMap map;
  double misfit = 0;  ///< squares it leaves of the outputs, over those that their means leave
};

/// The best fit of several starts, drawn from the law as W and A were. `pull` holds weights back to the law, as a share of the
/// squares of the outputs: 0 fits the pairs alone. The same for any number of threads.
DistortionFit fit_distortion(const theory::Distortion& law, Index hidden, const DistortedPairs& pairs, double pull,
                             const random::Rng& rng);

/// The same from a fit that is near already.
DistortionFit refit_distortion(const theory::Distortion& law, const stats::DistortionMap& start, const DistortedPairs& pairs,
                               double pull);

/// Squares that the map leaves of the outputs, over those that `means` leave.
double misfit_of(const stats::DistortionMap& map, const DistortedPairs& pairs, const Vector& means);

}  // namespace guise::attacks
