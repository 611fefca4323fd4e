// SPDX-License-Identifier: Apache-2.0
// The part of `match` that finds known records in a rotated release with noise.
#pragma once
#include "attacks/attack.h"

namespace guise::attacks {

/// `rows`: the searched records of the release, without the mean of their noise. Not assessed, with the reason, where the known
/// records cannot be told from strangers.
Outcome match_in_noise(const Matrix& rows, const Evidence&, const Knowledge&, const random::Rng&);

}  // namespace guise::attacks
