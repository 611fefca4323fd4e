// SPDX-License-Identifier: Apache-2.0
// Whether a matrix that somebody tells can be a covariance at all.
#pragma once
#include <string_view>

#include "base/matrix.h"

namespace guise::stats {

/// Throws an Error that names `what` and says why where the matrix is not symmetric, holds infinite numbers, or is indefinite:
/// eigenvalues of its correlations below 0 by more than rounding.
void check_covariance(const Matrix& covariance, std::string_view what);

}  // namespace guise::stats
