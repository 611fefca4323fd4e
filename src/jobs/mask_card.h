// SPDX-License-Identifier: Apache-2.0
// What stands on the card of a release, and in the ledger of its key.
#pragma once
#include "jobs/mask.h"
#include "masks/mask.h"
#include "random/key.h"
#include "release/ledger.h"
#include "table/transform.h"

namespace guise::jobs {

/// All but the seal.
Card finished_card(const masks::Prepared& prepared, const table::Selection& selection, const table::Written& written,
                   bool shuffled, const random::Key& key);

/// Last of all, over all that stands on the card.
void seal(Card& card, const table::Written& written, const random::Key& key);

/// What may be claimed of the release.
release::Certificate certificate_of(const masks::Prepared& prepared, const table::Selection& selection);

/// What the ledger of the key is to say of the release; records are counted when it is written. `table`: its fingerprint.
release::LedgerEntry entry_of(const masks::Prepared& prepared, const table::Selection& selection, const std::string& file,
                              const release::Certificate& certificate, const std::string& table);

}  // namespace guise::jobs
