// SPDX-License-Identifier: Apache-2.0
// What a build server is to decide on: of each mask the limits, or without any the grade and the risks of those without a key.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace guise::jobs {

/// `open` is neither: undecided, not assessed or too few records. What was not tested has not passed.
enum class CaseOutcome { passed, failed, open };

struct RiskCase {
  std::string rule;  ///< "limit", "grade", "inference", "linkability" or "singling-out"
  std::string name;  ///< "anyone: inference"
  std::string says;  ///< a sentence with the figure
  CaseOutcome outcome = CaseOutcome::open;
  bool severe = false;  ///< of failed ones: do not publish, or a high risk
};

/// `document` is audit.json.
std::vector<RiskCase> risk_cases(const nlohmann::json& document, std::size_t mask);

}  // namespace guise::jobs
