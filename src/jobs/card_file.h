// SPDX-License-Identifier: Apache-2.0
// The card of a release that is being written: never beside a release that it does not describe.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "base/card.h"
#include "table/atomic_file.h"

namespace guise::jobs {

/// Two files cannot get their names at once. So the new card is on disk under a temporary name before the old one goes, the
/// release gets its name next, and the card gets its own last: whoever is killed in between leaves a release without a card.
class CardFile {
 public:
  explicit CardFile(std::filesystem::path path) : path_(std::move(path)) {}  ///< empty: no card is written
  CardFile(const CardFile&) = delete;
  CardFile& operator=(const CardFile&) = delete;
  ~CardFile();  ///< puts the old card back where the release did not come

  /// Before the release gets its name.
  void prepare(const Card& card);
  /// Behind it.
  void commit();

 private:
  std::filesystem::path path_;
  std::optional<table::AtomicFile> file_;
  std::optional<std::string> old_;
};

}  // namespace guise::jobs
