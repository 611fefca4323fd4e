// SPDX-License-Identifier: Apache-2.0
// The ledger beside a key file, KEY.ledger: read, checked, and added to when something is released.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "release/ledger.h"

namespace guise::cli {

std::filesystem::path ledger_beside(const std::filesystem::path& key_file);

/// Empty where there is none yet.
release::Ledger read_ledger(const std::filesystem::path& file, const random::Key& key);

/// What a release has to do with the ledger of its key. Two runs with one key may go on at the same time: an entry is added to
/// what the ledger holds then, under a lock of the key file.
class KeyLedger {
 public:
  /// Refuses a ledger that is damaged or could not be written.
  KeyLedger(const std::filesystem::path& key_file, const random::Key& key, std::optional<release::Budget> budget);
  /// Before the work: refuses a release over the budget or one that opens another of its round, and says what it adds to; empty
  /// where these records are released for the first time, or in the same way again.
  std::string check(const release::LedgerEntry& next) const;
  /// Before the release gets its name: better an entry too many than one too few.
  void add(const release::LedgerEntry& next) const;

 private:
  void require_within_budget(const release::Ledger& with_next) const;
  std::filesystem::path key_file_, file_;
  const random::Key& key_;
  std::optional<release::Budget> budget_;
};

}  // namespace guise::cli
