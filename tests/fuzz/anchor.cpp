// SPDX-License-Identifier: Apache-2.0
// The anchor beside a key, and what it says of ledgers that hold less or more.
#include "fuzz.h"
#include "release/ledger_anchor.h"

namespace guise::fuzz::targets {

void anchor(std::string_view bytes) {
  static const random::Key key = random::Key::derive(random::Rng::from_seed(1));
  static const std::string own = "guise-anchor-1\nkey=" + key.fingerprint() + "\n";
  // The fuzzer cannot guess whose key it is.
  std::string text(bytes);
  if (bytes.starts_with("own\n")) text = own + std::string(bytes.substr(4));
  const release::Anchor read = release::anchor_from_text(text, "the anchor", key);
  const release::LedgerDocument one{.entries = {release::LedgerEntry{}}};
  must(release::anchor_from_text(release::anchor_text(read, key), "the anchor", key).releases == read.releases);
  for (const auto& ledger : {std::optional<release::LedgerDocument>(), std::optional(one)})
    must(!release::fault_of(ledger, read, key).empty() || read.releases <= 1);
}

}  // namespace guise::fuzz::targets
