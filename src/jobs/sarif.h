// SPDX-License-Identifier: Apache-2.0
// An audit in SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), which code hosts show beside a change.
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace guise::jobs {

/// `document` is audit.json. A result per case of jobs/risk_cases.h, located at the table.
nlohmann::json sarif_json(const nlohmann::json& document);

}  // namespace guise::jobs
