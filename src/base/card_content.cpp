// SPDX-License-Identifier: Apache-2.0
#include "base/card_content.h"

#include <bit>
#include <nlohmann/json.hpp>

#include "base/digest.h"

namespace guise {
namespace {

using nlohmann::json;

constexpr double kAllWhole = 9007199254740992.0;  // 2^53: below it a double holds every whole number

void add_number(Digest& digest, const json& value) {
  const auto x = value.get<double>();
  const bool large = value.is_number_integer() && (x >= kAllWhole || x <= -kAllWhole);
  if (large) return digest.add("i" + value.dump());
  const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);  // -0 is 0
  std::string text = "#";
  for (int i = 0; i < 8; ++i) text += static_cast<char>(bits >> (8 * i));
  digest.add(text);
}

/// Every value begins with a letter for its kind; texts carry their length, lists and objects the number of what is in them.
void add(Digest& digest, const json& value) {
  switch (value.type()) {
    case json::value_t::object:
      digest.add("{" + std::to_string(value.size()));
      for (const auto& [name, each] : value.items()) {  // by name, in the order of bytes
        digest.add(name);
        add(digest, each);
      }
      return;
    case json::value_t::array:
      digest.add("[" + std::to_string(value.size()));
      for (const json& each : value) add(digest, each);
      return;
    case json::value_t::string:
      digest.add("\"" + value.get_ref<const std::string&>());
      return;
    case json::value_t::boolean:
      digest.add(value.get<bool>() ? "true" : "false");
      return;
    case json::value_t::number_integer:
    case json::value_t::number_unsigned:
    case json::value_t::number_float:
      return add_number(digest, value);
    default:
      return digest.add("null");
  }
}

}  // namespace

Bytes32 card_content(const json& document) {
  json said = document;
  for (const char* made : {"check", "seal", "signatures"}) said.erase(made);
  Digest digest;
  digest.add("guise card 1");
  add(digest, said);
  return digest.finish();
}

}  // namespace guise
