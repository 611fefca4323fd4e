// SPDX-License-Identifier: Apache-2.0
// --knows: facts the attacker has besides the release and its card.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "attacks/knowledge.h"
#include "base/card.h"
#include "table/table.h"

namespace guise::cli {

/// Knowledge with the values that come record by record.
struct Known {
  attacks::CardKnowledge facts;
  std::vector<table::Table> beside;          ///< tables of the same records: known columns, the second release
  std::vector<std::string> columns, second;  ///< what is wanted of them, by the names they have beside the release
  bool thief = false;
};

/// The card's facts first (when there is a card), then what the user adds: noise=SD, noise=FILE, noise-cov=FILE,
/// noise-mean=FILE, law=NAME, columns=FILE, repeat=FILE, thief.
Known gather_knowledge(const std::optional<Card>& card, const std::vector<std::string>& facts,
                       const std::vector<std::string>& columns);

}  // namespace guise::cli
