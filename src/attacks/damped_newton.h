// SPDX-License-Identifier: Apache-2.0
// The record behind one reading of a non-linear distortion by Gauss-Newton steps with damping (Levenberg 1944, Marquardt 1963).
#pragma once
#include "attacks/distortion_reading.h"

namespace guise::attacks {

/// Least |reading - mix f(offset + weights z)|^2 / sd^2, plus |z|^2 with a prior.
struct NewtonGoal {
  double sd = 1;
  bool prior = true;
};

struct NewtonPoint {
  Vector z;
  double objective = 0;  ///< the sum
  double misfit = 0;     ///< length of what the point leaves of the reading
  bool settled = false;  ///< the last step was nothing; else the steps ran out
};

NewtonPoint descend(const DistortionReading&, const Vector& reading, Vector start, NewtonGoal);

}  // namespace guise::attacks
