// SPDX-License-Identifier: Apache-2.0
// Whether a card and a release belong together, and how much that is worth.
#pragma once
#include <string>
#include <string_view>

#include "base/card.h"
#include "random/key.h"
#include "table/table.h"

namespace guise::jobs {

enum class Standing {
  unauthenticated,  ///< it carries no check: of an older guise
  whole,            ///< nothing is damaged; who changed both with care is not seen
  owned,            ///< as the key made them
};

/// "unauthenticated", "whole", "whole and the owner's"
std::string_view name_of(Standing standing);

/// One pass over the release. Throws a sentence that ends with `way_out` where the card is damaged, the release is not the one
/// it describes, or the key sees a change. A key whose own half did not make the release proves nothing and refuses nothing.
Standing check_release(const Card& card, const std::string& card_path, const table::Table& release, const table::Work& work,
                       const random::Key* key, std::string_view way_out);

/// Refuses columns that the card does not name.
void require_no_more_columns(const Card& card, const std::string& card_path, const table::Table& release,
                             std::string_view way_out);

}  // namespace guise::jobs
