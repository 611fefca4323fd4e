// SPDX-License-Identifier: Apache-2.0
// The report of an audit as one html file that needs nothing else: the page built from web/ with the document in it.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace guise::audit {

/// `document` is audit.json. Figures per attribute stay in the page for the worst attack of each attacker only: it shows no
/// others, and they would be most of it.
std::string report_html(const nlohmann::json& document);

}  // namespace guise::audit
