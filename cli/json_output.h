// SPDX-License-Identifier: Apache-2.0
// JSON for --json and for reports.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace guise::cli {

/// JSON is UTF-8 and names of files need not be: what is not UTF-8 in them becomes U+FFFD. `indent` below 0: on one line.
std::string json_text(const nlohmann::json& document, int indent = 2);

}  // namespace guise::cli
