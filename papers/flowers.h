// SPDX-License-Identifier: Apache-2.0
// Flowers like those of iris, for when its file is not there.
#pragma once
#include "base/matrix.h"
#include "random/rng.h"

namespace guise::papers {

/// 50 of each of three species, in this order, from normal laws with the means and covariances of the species.
Matrix flowers(const random::Rng& rng);

}  // namespace guise::papers
