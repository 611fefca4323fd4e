// SPDX-License-Identifier: Apache-2.0
// A card, its check, and what attackers and miners read from one that passes.
#include "base/card.h"

#include <nlohmann/json.hpp>

#include "fuzz.h"
#include "masks/mask.h"
#include "release/facts.h"
#include "release/geometry.h"

namespace guise::fuzz::targets {

void card(std::string_view bytes) {
  const Card read = card_from_json(std::string(bytes), "the card");
  masks::check_card(read, "the card");
  const release::CardFacts facts = release::facts_from(read);
  release::geometry_of(read, facts);
  must(card_from_json(to_json(read).dump(), "the card").mask == read.mask);
}

}  // namespace guise::fuzz::targets
