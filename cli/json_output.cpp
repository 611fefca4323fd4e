// SPDX-License-Identifier: Apache-2.0
#include "cli/json_output.h"

#include <nlohmann/json.hpp>

namespace guise::cli {

std::string json_text(const nlohmann::json& document, int indent) {
  return document.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace guise::cli
