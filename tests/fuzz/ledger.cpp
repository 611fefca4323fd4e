// SPDX-License-Identifier: Apache-2.0
#include "release/ledger.h"

#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/json_text.h"
#include "fuzz.h"

namespace guise::fuzz::targets {
namespace {

using nlohmann::json;

std::string digest_of(const json& value) {
  Digest digest;
  digest.add(value.dump(-1, ' ', false, json::error_handler_t::replace));
  return to_hex(digest.finish());
}

/// The chain of entries is of public digests: a stranger can make it right. No mutation would, and none would reach the fields.
std::string chained(json document, const random::Key& key) {
  document["key"] = key.fingerprint();
  std::string before = digest_of({{"guise_ledger", 1}, {"key", key.fingerprint()}});
  for (json& entry : document["entries"]) {
    if (!entry.is_object()) continue;
    entry["before"] = before;
    before = digest_of(entry);
  }
  return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

void ledger(std::string_view bytes) {
  static const random::Key key = random::Key::derive(random::Rng::from_seed(1));
  // No mutation has the check of this key; the text without one goes through all of the parser that comes before it.
  std::string text = bytes == "empty" ? release::ledger_text({}, key) : std::string(bytes);
  json document = parse_json(text, "the ledger");
  const bool chain = document.is_object() && document.contains("entries") && document["entries"].is_structured();
  if (chain && bytes != "empty") text = chained(std::move(document), key);
  release::composed(release::ledger_from_text(text, "the ledger", key).entries, "a table");
}

}  // namespace guise::fuzz::targets
