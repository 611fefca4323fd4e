// SPDX-License-Identifier: Apache-2.0
// One-to-one assignment of least total cost (the Hungarian method).
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::linalg {

/// For each row the column it gets; rows <= columns, costs finite. O(rows^2 columns).
std::vector<Index> least_cost_assignment(const Matrix& cost);

}  // namespace guise::linalg
