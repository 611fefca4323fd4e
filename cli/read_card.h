// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/card.h"
#include "table/table.h"

namespace guise::cli {

/// The card in a file, checked to be one that guise could have written. A refusal ends with `way_out`.
Card read_card(const std::string& path, std::string_view way_out);

/// The card beside a release, RELEASE.card.json, checked to belong to it (a pass over the release); nothing where there is
/// none.
std::optional<Card> card_beside(const std::string& release, const table::Table& table, const table::Work& work);

}  // namespace guise::cli
