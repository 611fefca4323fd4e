// SPDX-License-Identifier: Apache-2.0
// Releases of several owners mined as one table. Other records of the same attributes are laid below each other, other
// attributes of the same records beside each other. The cards decide what is legal; what would be wrong is refused with the
// reason.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/card.h"
#include "mining/data.h"

namespace guise::mining {

struct Owner {
  std::string path;
  std::shared_ptr<table::Table> table;
  std::optional<Card> card = {};       ///< without one the table is taken as it is
  std::vector<std::string> kept = {};  ///< columns that are not mined then: the label
};

/// One owner's records, with what its card tells.
Data data_of(const Owner&);

enum class Split { none, records, attributes };
/// How the releases share the data: the same attributes of other records, or other attributes of the same records.
Split split_of(const std::vector<Owner>&);

/// All of them as one. `by`: the kept column that says which records belong together, where owners hold other attributes;
/// empty: their order does.
Data combine(std::vector<Owner> owners, const std::string& by = {});

/// Only these columns, in this order; they must be the originals' own.
void choose_columns(Data&, const std::vector<std::string>& columns);

}  // namespace guise::mining
