// SPDX-License-Identifier: Apache-2.0
// Signs of coordinates by the joint distribution: those under which one sample looks most like the other, by energy distance.
// Single coordinates with a symmetric distribution do not show their sign; how they go together with others may.
#pragma once
#include <vector>

#include "base/matrix.h"
#include "random/rng.h"

namespace guise::attacks {

/// Improves `signs` (+1 or -1 for each column) at the `open` columns only. Every combination is tried up to 12 of them, beyond
/// that one is changed at a time from several starts. The samples should have some hundreds of rows: O(rows^2) for each trial.
Vector search_signs(const Matrix& target, const Matrix& found, const Vector& signs, const std::vector<Index>& open,
                    const random::Rng& rng);

}  // namespace guise::attacks
