// SPDX-License-Identifier: Apache-2.0
#include "base/json_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace guise {

void JsonNesting::add(std::string_view piece) {
  for (const char c : piece) {
    if (in_string_) {
      if (!escaped_ && c == '"') in_string_ = false;
      escaped_ = !escaped_ && c == '\\';
      continue;
    }
    switch (c) {
      case '"':
        in_string_ = true;
        break;
      case '[':
      case '{':
        ++values_;
        deepest_ = std::max(deepest_, ++depth_);
        break;
      case ']':
      case '}':
        if (depth_ > 0) --depth_;
        break;
      case ',':
        ++values_;
        break;
      default:
        break;
    }
  }
}

nlohmann::json parse_json(std::string_view text, const std::string& origin, const JsonLimits& limits) {
  require(text.size() <= limits.bytes, "{} has {} bytes, and guise reads documents of at most {}", origin, text.size(),
          limits.bytes);
  JsonNesting nesting;
  nesting.add(text);
  require(nesting.deepest() <= limits.depth, "{} is nested {} levels deep, and guise reads documents of at most {}", origin,
          nesting.deepest(), limits.depth);
  require(nesting.values() <= limits.values, "{} holds about {} values, and guise reads documents of at most {}", origin,
          nesting.values(), limits.values);
  return nlohmann::json::parse(text, nullptr, false);
}

}  // namespace guise
