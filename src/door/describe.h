// SPDX-License-Identifier: Apache-2.0
// What there is, as data: doors make their arguments, help and completion of it.
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace guise::door {

/// {"version": …, "jobs": [{"name", "summary", "fields": [{"name", "type", "help", …}]}], "masks": [{"name", "summary",
/// "paper", "parameters"}], "attacks": […], "measures": […], "tasks": […], "attackers": […]}
nlohmann::ordered_json description();

}  // namespace guise::door
