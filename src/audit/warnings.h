// SPDX-License-Identifier: Apache-2.0
// What about a table makes masking it harder than it looks.
#pragma once
#include <string>
#include <vector>

#include "stats/moments.h"

namespace guise::audit {

/// `head`: the first records in their order.
std::vector<std::string> warnings(const stats::Moments& truth, const Matrix& head, const std::vector<std::string>& columns);

}  // namespace guise::audit
