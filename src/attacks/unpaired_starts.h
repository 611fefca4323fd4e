// SPDX-License-Identifier: Apache-2.0
// First guesses of how the principal axes of two clouds belong together: the same axes with signs by their third moments, or
// the independent components of both, matched by their distributions. Beyond-2 section 4.1, step 2.
#pragma once
#include <vector>

#include "attacks/unpaired_frame.h"
#include "random/rng.h"

namespace guise::attacks {

/// Rotations of the first axes, k x k for several k.
std::vector<Matrix> rotation_starts(const Frame& frame, const random::Rng& rng);

/// Signs of the first k axes by third moments, and how sure each is: what speaks for it over its sampling error.
struct AxisSigns {
  Vector sign, sureness;
};
AxisSigns signs_by_third_moments(const Frame& frame, Index k);

}  // namespace guise::attacks
