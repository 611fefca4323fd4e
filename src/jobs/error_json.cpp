// SPDX-License-Identifier: Apache-2.0
#include "jobs/error_json.h"

#include <nlohmann/json.hpp>

#include "base/setting.h"

namespace guise::jobs {

nlohmann::json error_json(const Error& error) {
  nlohmann::json advice = nlohmann::json::array();
  for (const Setting& setting : settings_in(error.what())) {
    nlohmann::json each{{"field", setting.field}};
    if (!setting.value.empty()) each["value"] = setting.value;
    advice.push_back(std::move(each));
  }
  return {{"kind", error.fault() == Fault::usage ? "usage" : "environment"}, {"sentence", error.what()}, {"advice", advice}};
}

}  // namespace guise::jobs
