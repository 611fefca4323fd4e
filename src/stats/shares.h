// SPDX-License-Identifier: Apache-2.0
// From log densities of components to their shares in each record.
#pragma once
#include "base/matrix.h"

namespace guise::stats {

/// Turns each row of log densities into shares that add up to 1; the logarithm of what they added up to before.
Vector turn_to_shares(Matrix& log_density);

}  // namespace guise::stats
