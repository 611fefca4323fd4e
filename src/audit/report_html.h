// SPDX-License-Identifier: Apache-2.0
// The report of an audit as one html file that needs nothing else: the page built from web/ with the document in it.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace guise::audit {

/// Of audit.json: `guise_audit` in it. schema/audit.schema.json describes this one.
inline constexpr int kAuditFormat = 3;

/// `document` is audit.json. The page keeps below 2 MB: it holds figures per column of the worst attack of each attacker only,
/// and fewer details where a table has very many columns (page_document.h).
std::string report_html(const nlohmann::json& document);

}  // namespace guise::audit
