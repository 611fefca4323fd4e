// SPDX-License-Identifier: Apache-2.0
// The parts of audit.json that show a closer look.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "audit/close_look.h"
#include "audit/spread.h"

namespace guise::audit {

nlohmann::json number(double value);  ///< null where there is none
nlohmann::json spread_json(const Spread& spread);
nlohmann::json value_json(const measures::Value& value);
nlohmann::json look_json(const Look& look, const std::vector<std::string>& columns);

}  // namespace guise::audit
