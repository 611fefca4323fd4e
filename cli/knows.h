// SPDX-License-Identifier: Apache-2.0
// --knows: facts the attacker has besides the release and its card.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "attacks/knowledge.h"
#include "base/card.h"
#include "random/key.h"
#include "table/table.h"

namespace guise::cli {

/// Knowledge with the values that come record by record.
struct Known {
  attacks::CardKnowledge facts;
  std::vector<std::string> attributes;       ///< of the originals, in order
  std::vector<table::Table> beside;          ///< tables of the same records: known columns, the second release
  std::string records_file = {};             ///< of the known records
  std::string pairs_file = {};               ///< of the released records of the known pairs
  Matrix pairs_rows = {};                    ///< these, as they stand there
  std::vector<std::string> columns, second;  ///< what is wanted of them, by the names they have beside the release
};

/// The card's facts first (when there is a card), with the shared half of the key where there is one, then what the user adds
/// (see fact_names()). `columns` are the release's.
Known gather_knowledge(const std::optional<Card>& card, const random::Key* key, const std::vector<std::string>& facts,
                       const std::vector<std::string>& columns);

/// "noise=SD|FILE, law=NAME, …", for help texts.
std::string fact_names();

}  // namespace guise::cli
