// SPDX-License-Identifier: Apache-2.0
// The anchor of a ledger: how many releases it held last and a tag of them, in a file of its own beside the key. A ledger that
// is gone, or an older copy, does not reach it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "release/ledger.h"

namespace guise::release {

struct Anchor {
  std::int64_t releases = 0;
  std::string last;  ///< of the ledger with so many, under the own half of the key
};

Anchor anchor_of(const Ledger& ledger, const random::Key& key);
std::string anchor_text(const Anchor& anchor, const random::Key& key);
/// Throws a sentence that names `origin` where the text is damaged or the anchor of another key.
Anchor anchor_from_text(const std::string& text, const std::string& origin, const random::Key& key);

/// What is wrong with a ledger beside this anchor, as the rest of a sentence about the ledger; empty where it reaches the
/// anchor. It may hold more: an anchor is written after its ledger. Restoring both together is not seen.
std::string fault_of(const std::optional<LedgerDocument>& ledger, const std::optional<Anchor>& anchor, const random::Key& key);

}  // namespace guise::release
