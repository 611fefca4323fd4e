// SPDX-License-Identifier: Apache-2.0
// What was mined, as JSON and as CSV.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "mining/truth.h"

namespace guise::jobs {

nlohmann::json to_json(const mining::Findings&);
nlohmann::json to_json(const std::vector<mining::Bounded>&);

/// The first estimate as row, column, value, standard error and interval: CSV.
std::string estimate_csv(const mining::Estimate&);

}  // namespace guise::jobs
