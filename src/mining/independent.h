// SPDX-License-Identifier: Apache-2.0
// Whether attributes can each have a coefficient of their own.
#pragma once
#include <string_view>

#include "mining/data.h"

namespace guise::mining {

/// Refuses too few records, constant attributes, and those that sums of others equal, by their names. `otherwise` ends the
/// sentence with the way out.
void require_independent(const Data&, double records, const Matrix& covariance, std::string_view otherwise);

}  // namespace guise::mining
