// SPDX-License-Identifier: Apache-2.0
// Columns of a release that were kept in clear, for attacks that learn from them: read beside the masked ones, as numbers.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "attacks/attack.h"
#include "base/card.h"
#include "table/table.h"

namespace guise::jobs {

struct ClearColumns {
  std::vector<std::string> names = {};
  std::vector<bool> category = {};  ///< of each

  Index count() const { return static_cast<Index>(names.size()); }
};

/// What the attack may read: the columns that the card calls kept; without a card those that hold no numbers. None where the
/// attack does not look at them.
ClearColumns clear_columns(const attacks::Attack& attack, const table::Table& release, const std::optional<Card>& card);

}  // namespace guise::jobs
