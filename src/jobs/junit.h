// SPDX-License-Identifier: Apache-2.0
// An audit as a report of tests, in the XML that JUnit made usual: what build servers read.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace guise::jobs {

/// `document` is audit.json. A suite per mask. With limits each of them is a case, which fails where it is exceeded; without
/// any, the grade and the risks of those without a key are.
std::string junit_text(const nlohmann::json& document);

}  // namespace guise::jobs
