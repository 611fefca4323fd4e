// SPDX-License-Identifier: Apache-2.0
// Whether attributes can each have a coefficient of their own.
#pragma once
#include <string>
#include <string_view>

#include "mining/data.h"

namespace guise::mining {

/// Why they cannot: too few records, constant attributes, those that sums of others equal, by their names. Empty: they can.
std::string dependence(const Data&, double records, const Matrix& covariance);

/// Refuses with that reason; `otherwise` ends the sentence with the way out.
void require_independent(const Data&, double records, const Matrix& covariance, std::string_view otherwise);

}  // namespace guise::mining
