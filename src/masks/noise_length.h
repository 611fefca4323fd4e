// SPDX-License-Identifier: Apache-2.0
// Noise of a whole record: an even direction and a length, as vendors of vectors add it. Uniform in a ball, or with a density
// that falls by its length (metric differential privacy). Beyond-2 section 2.
#pragma once
#include "masks/step.h"

namespace guise::masks {

/// law=ball, law=laplace-norm.
bool by_length(const Params& given);

/// Refuses other sizes than the one such a law has.
void check_length(const Params& given);

/// In each of d columns: radius / sqrt(d + 2) of the ball, sqrt(d + 1) / epsilon of the other.
Vector sd_of_length(const StepInput& input);

Plan of_length(const StepInput& input, const Vector& sd);

}  // namespace guise::masks
