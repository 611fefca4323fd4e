// SPDX-License-Identifier: Apache-2.0
// The ledger beside a key file, KEY.ledger, and its anchor, KEY.anchor: read, checked, and added to when something is released.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "release/ledger.h"

namespace guise::jobs {

std::filesystem::path ledger_beside(const std::filesystem::path& key_file);
std::filesystem::path anchor_beside(const std::filesystem::path& key_file);

/// Empty where there is none yet. Refuses one that is damaged, missing, or older than its anchor.
release::LedgerDocument read_ledger(const std::filesystem::path& key_file, const random::Key& key);

/// Beside a new key: from now on a key without it is a copy that was taken without its ledger.
void write_first_anchor(const std::filesystem::path& key_file, const random::Key& key);

/// Takes the ledger as it is, or begins one, whatever the anchor says; the ledger notes it. Gives that note.
release::Acceptance accept_ledger(const std::filesystem::path& key_file, const random::Key& key);

/// What a release has to do with the ledger of its key. Two runs with one key may go on at the same time: an entry is added to
/// what the ledger holds then, under a lock of the key file.
class KeyLedger {
 public:
  /// Refuses a ledger that cannot be trusted or written. `fresh`: the key is made by this run.
  KeyLedger(const std::filesystem::path& key_file, const random::Key& key, std::optional<release::Budget> budget, bool fresh);
  /// Says that nothing is known of this key where neither ledger nor anchor is beside it; refuses that with a budget.
  std::string unknown() const;
  /// Refuses a release over the budget or one that opens another of its round, and says what it adds to; empty where these
  /// records are released for the first time, or in the same way again.
  std::string check(release::LedgerEntry next) const;
  /// Before the release gets its name: better an entry too many than one too few.
  void add(release::LedgerEntry next) const;

 private:
  void require_within_budget(const release::Ledger& with_next) const;
  std::filesystem::path key_file_;
  const random::Key& key_;
  std::optional<release::Budget> budget_;
  bool fresh_;
};

}  // namespace guise::jobs
