// SPDX-License-Identifier: Apache-2.0
#include "cli/read_card.h"

#include "base/error.h"
#include "masks/mask.h"
#include "table/atomic_file.h"

namespace guise::cli {

Card read_card(const std::string& path, std::string_view way_out) {
  try {
    Card card = card_from_json(table::read_file(path), path);
    masks::check_card(card, path);
    return card;
  } catch (const Error& error) {
    throw Error(fmt::format("{}; {}", error.what(), way_out), error.fault());
  }
}

}  // namespace guise::cli
