// SPDX-License-Identifier: Apache-2.0
// Projects in words and tables.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "projects/turn.h"

namespace guise::cli {

std::string project_plan_text(const parties::ProjectPlan& plan);
std::string threat_text(const parties::ProjectPlan& plan);  ///< what no figure shows
std::string turn_text(const projects::TurnResult& result, const std::string& me, const std::string& folder);
std::string status_text(const parties::Project& project, const std::vector<projects::Refused>& refused, const std::string& now);
nlohmann::json turn_json(const projects::TurnResult& result);
nlohmann::json status_json(const parties::Project& project, const std::vector<projects::Refused>& refused,
                           const std::string& now);

}  // namespace guise::cli
