// SPDX-License-Identifier: Apache-2.0
#include "parties/manifest.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_text.h"

namespace guise::parties {
namespace {

using nlohmann::json;

constexpr JsonLimits kLimits{.bytes = 65536, .values = 100, .depth = 3};

Bytes32 hash_in(const json& in, const char* field) {
  const auto found = from_hex(in.at(field).get<std::string>());
  require(found.has_value(), "its field '{}' is no hash", field);
  return *found;
}

}  // namespace

std::string Manifest::text() const {
  return json_text(json{{"guise_manifest", 1},
                        {"data", to_hex(data)},
                        {"data_bytes", data_bytes},
                        {"card", to_hex(card)},
                        {"card_bytes", card_bytes},
                        {"records", records},
                        {"transcript", to_hex(transcript)},
                        {"round", round},
                        {"tool", tool}},
                   -1);
}

Manifest read_manifest(std::string_view text) {
  const json in = parse_json(text, "the manifest", kLimits);
  Manifest out;
  try {
    require(in.is_object() && in.at("guise_manifest") == 1, "it is no manifest that this version of guise reads");
    out = {.data = hash_in(in, "data"),
           .card = hash_in(in, "card"),
           .data_bytes = in.at("data_bytes"),
           .card_bytes = in.at("card_bytes"),
           .records = in.at("records"),
           .transcript = hash_in(in, "transcript"),
           .round = in.at("round"),
           .tool = in.at("tool")};
  } catch (const json::exception&) {
    refuse("it is no manifest of a release");
  }
  require(out.text() == text && out.records > 0 && out.data_bytes > 0 && out.card_bytes > 0, "it is no manifest of a release");
  return out;
}

}  // namespace guise::parties
