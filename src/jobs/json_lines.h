// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace guise::jobs {

/// JSON in lines that people can read: what fits on one line stays on it.
std::string json_lines(const nlohmann::json& document);

}  // namespace guise::jobs
