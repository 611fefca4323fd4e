// SPDX-License-Identifier: Apache-2.0
// Facts the attacker has besides the release and its card.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "jobs/second_release.h"

namespace guise::jobs {

/// Knowledge with the values that come record by record.
struct Known {
  attacks::CardKnowledge facts;
  std::vector<std::string> attributes;                   ///< of the originals, in order
  std::vector<table::Table> beside;                      ///< tables of the same records: known columns, the second release
  std::string records_file = {};                         ///< of the known records
  std::string pairs_file = {};                           ///< of the released records of the known pairs
  Matrix pairs_rows = {};                                ///< these, as they stand there
  std::vector<std::string> columns, second;              ///< what is wanted of them, by the names they have beside the release
  std::function<void(Matrix&)> second_to_original = {};  ///< what is undone of the second release
  std::vector<std::string> notes = {};                   ///< what was assumed
};

/// The card's facts first (when there is a card), with the shared half of the key where there is one, then what the user adds
/// (see fact_names()), in any order.
Known gather_knowledge(const FirstRelease& release, const std::vector<std::string>& facts);

/// "noise=SD|FILE, law=NAME, …", for help texts.
std::string fact_names();

}  // namespace guise::jobs
