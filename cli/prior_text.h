// SPDX-License-Identifier: Apache-2.0
// What a sample of a table tells an attacker, for people (jobs/prior_section.h).
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace guise::cli {

void print_prior_section(const nlohmann::json& section);

}  // namespace guise::cli
