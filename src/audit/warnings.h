// SPDX-License-Identifier: Apache-2.0
// What about a table makes masking it harder than it looks.
#pragma once
#include <string>
#include <vector>

#include "stats/moments.h"

namespace guise::audit {

/// `head`: the first records in their order. `shuffled`: a release will not have it.
std::vector<std::string> warnings(const stats::Moments& truth, const Matrix& head, const std::vector<std::string>& columns,
                                  bool shuffled = false);

}  // namespace guise::audit
