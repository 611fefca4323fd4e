// SPDX-License-Identifier: Apache-2.0
// The matrix of a mask estimated from known pairs, where it need not be a rotation. Beyond section 1.4, last paragraph.
#pragma once
#include "attacks/attack.h"

namespace guise::attacks {

/// y = R x + t + e with R estimated by ridge regression of the released records on the originals, then the Bayes estimate with
/// the told moments of the originals, else with those of the pairs.
Outcome outcome_of_matrix(const Pairs&, const Evidence&, const Knowledge&);

}  // namespace guise::attacks
