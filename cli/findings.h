// SPDX-License-Identifier: Apache-2.0
// What was mined, as text and as JSON.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "mining/truth.h"

namespace guise::cli {

/// Figures, then estimates with their intervals, as much of them as fits a screen of 80 columns; notes.
std::string findings_text(const mining::Findings&);
std::string agreement_text(const std::vector<mining::Bounded>&);

nlohmann::json to_json(const mining::Findings&);
nlohmann::json to_json(const std::vector<mining::Bounded>&);

/// The first estimate as row, column, value, standard error and interval: CSV.
std::string estimate_csv(const mining::Estimate&);

}  // namespace guise::cli
