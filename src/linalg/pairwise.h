// SPDX-License-Identifier: Apache-2.0
// Distances between all rows of two tables.
#pragma once
#include "base/matrix.h"

namespace guise::linalg {

/// |a_i - b_j|^2 by inner products: fast, and off by some 1e-16 of the squared lengths, which should therefore be small (rows
/// without their mean). Never below 0.
Matrix squared_distances(const MatrixRef& a, const MatrixRef& b);

}  // namespace guise::linalg
