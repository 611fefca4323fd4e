// SPDX-License-Identifier: Apache-2.0
// The part of audit.json that a decision needs: verdicts, and for each attacker the figures of the worst attack.
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace guise::jobs {

/// Of a document as audit::to_json makes it. schema/audit-summary.schema.json describes it.
nlohmann::json audit_summary(const nlohmann::json& document);

}  // namespace guise::jobs
