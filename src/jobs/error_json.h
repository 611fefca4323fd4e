// SPDX-License-Identifier: Apache-2.0
// A refusal as data, for doors that are no text.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "base/error.h"

namespace guise::jobs {

/// {"kind": "usage", "sentence": …, "advice": [{"field": "keep", "value": "id"}]}: what to supply, change or leave out. The
/// sentence names fields as ‘keep=id’ (base/setting.h), for the door to spell.
nlohmann::json error_json(const Error& error);

}  // namespace guise::jobs
