// SPDX-License-Identifier: Apache-2.0
#include "base/xml_text.h"

#include <nlohmann/json.hpp>

namespace guise {

using nlohmann::json;

std::string xml_text(std::string_view text) {
  const std::string clean =
      json::parse(json(std::string(text)).dump(-1, ' ', false, json::error_handler_t::replace)).get<std::string>();
  std::string out;
  for (const char letter : clean) switch (letter) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(letter) < 0x20 ? ' ' : letter;
    }
  return out;
}

}  // namespace guise
