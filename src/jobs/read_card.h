// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/card.h"
#include "random/key.h"
#include "table/table.h"

namespace guise::jobs {

/// The card in a file, checked to be one that guise could have written. A refusal ends with `way_out`.
Card read_card(const std::string& path, std::string_view way_out);

std::string card_path(const std::string& release);  ///< RELEASE.card.json

/// Vectors in .npy and .fvecs have no names: the card's columns are theirs by place.
void name_by_place(Card& card, const std::string& release, const table::Table& table);

/// The card beside a release, checked to belong to it (a pass over the release), with the owner's key also to be unchanged;
/// nothing where there is none.
std::optional<Card> card_beside(const std::string& release, const table::Table& table, const table::Work& work,
                                const random::Key* key = nullptr);

}  // namespace guise::jobs
