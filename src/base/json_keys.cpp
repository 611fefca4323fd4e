// SPDX-License-Identifier: Apache-2.0
#include "base/json_keys.h"

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace guise {

std::optional<std::string> repeated_key(std::string_view text) {
  using Event = nlohmann::json::parse_event_t;
  std::vector<std::set<std::string>> open;  // names of the objects around
  std::optional<std::string> repeated;
  const auto see = [&](int, Event event, nlohmann::json& parsed) {
    if (event == Event::object_start) open.emplace_back();
    if (event == Event::object_end) open.pop_back();
    if (event == Event::key && !open.back().insert(parsed.get<std::string>()).second && !repeated)
      repeated = parsed.get<std::string>();
    return true;
  };
  static_cast<void>(nlohmann::json::parse(text, see, false));
  return repeated;
}

}  // namespace guise
