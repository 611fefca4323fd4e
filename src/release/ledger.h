// SPDX-License-Identifier: Apache-2.0
// The ledger of a key: what was released with it, so that releases of the same records are counted together. It holds no
// records and nothing of the key.
#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "random/key.h"
#include "release/composition.h"

namespace guise::release {

struct LedgerEntry {
  std::string time;  ///< UTC
  std::string file;  ///< the release
  std::string mask;
  std::vector<std::string> attributes;
  std::optional<std::int64_t> records = {};  ///< unknown where they went out before they were counted, on a pipe
  std::int64_t first_record = 0;
  std::string table;       ///< ledger_table of the input
  std::string rows = {};   ///< ledger_rows of what was masked; empty in older entries
  std::string salt;        ///< as on the card: releases with the same one carry the same noise
  std::string round = {};  ///< of sums over records, as on the card; empty also for those of random format 1, which had none
  std::optional<std::int64_t> summed = {};  ///< how many records these sums are over, where it is known
  Certificate certificate;                  ///< its kind, unit and numbers; no words
};
using Ledger = std::vector<LedgerEntry>;

/// The owner took a ledger for whole that was not known to be: one that had lost releases, or its anchor.
struct Acceptance {
  std::string time;                           ///< UTC
  std::int64_t releases = 0;                  ///< that the ledger held then
  std::optional<std::int64_t> expected = {};  ///< as many as the anchor counted; unknown without it
};

/// What a ledger file holds.
struct LedgerDocument {
  Ledger entries = {};
  std::vector<Acceptance> accepted = {};
  bool anchored = true;  ///< an anchor is kept beside it; not of format 1
};

/// Names the content of an input, as its file has it; tells nothing of it without the key.
std::string ledger_table(const random::Key& key, const Bytes32& content);
/// Names the records that were masked, whatever their file format and order (table::RowSum), under the key.
std::string ledger_rows(const random::Key& key, const Bytes32& sum);
/// The name that the ledger has for the table of an entry: that of the first release of the same file or of the same rows.
std::string known_table(const Ledger& ledger, const LedgerEntry& next);

/// JSON. Every entry carries the digest of the one before it, and a check under the key stands at the end: an entry that is
/// changed, put in or taken out is noticed. An older copy of the whole file is not: ledger_anchor.h.
std::string ledger_text(const LedgerDocument& ledger, const random::Key& key);
/// Throws a sentence that names `origin` where the text is damaged or the ledger of another key.
LedgerDocument ledger_from_text(const std::string& text, const std::string& origin, const random::Key& key);
/// The digest that the entry behind the first `count` ones carries.
Bytes32 ledger_state(const Ledger& ledger, std::size_t count, const random::Key& key);
nlohmann::json to_json(const LedgerEntry& entry);

/// Releases of one table, the first of those that carry the same noise.
Ledger distinct_releases(const Ledger& ledger, const std::string& table);
/// Refuses a release that opens an earlier one of the same round: sums over other records, or over the same records prepared in
/// another way, that have the same weights. The difference of such sums shows the records that differ.
void require_another_round(const Ledger& ledger, const LedgerEntry& next);
/// What they guarantee together. Secret sums over records of another table count too where they use the same matrix: in the
/// same round, and all of random format 1.
Composition composed(const Ledger& ledger, const std::string& table);

}  // namespace guise::release
