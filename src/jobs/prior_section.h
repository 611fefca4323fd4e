// SPDX-License-Identifier: Apache-2.0
// The part of `guise inspect` about what a sample of a table tells an attacker. Paper 004, section 4 and Table 1.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/matrix.h"

namespace guise::jobs {

/// Tests of the sample and the attacks they call for; null when nothing in it varies. The same sample gives the same figures.
nlohmann::json prior_section(const Matrix& sample, const std::vector<std::string>& columns);

}  // namespace guise::jobs
