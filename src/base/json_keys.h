// SPDX-License-Identifier: Apache-2.0
// JSON objects that name a field twice: readers differ in which of both they believe.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace guise {

/// The first name that an object has twice; nothing where all are distinct, or the text is no JSON. Of text whose nesting is
/// known to be limited (json_text.h).
std::optional<std::string> repeated_key(std::string_view text);

}  // namespace guise
