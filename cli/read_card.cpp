// SPDX-License-Identifier: Apache-2.0
#include "cli/read_card.h"

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "masks/mask.h"
#include "table/atomic_file.h"
#include "table/format.h"
#include "table/transform.h"

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

std::optional<Card> card_beside(const std::string& release, const table::Table& table, const table::Work& work) {
  const std::string path = release + ".card.json";
  if (!std::filesystem::exists(path)) return {};
  Card card = read_card(path, "pass --no-card to ignore it");
  const auto names = table.schema().names();
  // Vectors in .npy and .fvecs have no names: the card's columns are theirs by place.
  const table::Format format = table::format_of(release).format;
  if ((format == table::Format::npy || format == table::Format::fvecs) && names.size() == card.columns.size())
    card.columns = names;
  for (const std::string& column : card.columns)
    require(std::find(names.begin(), names.end(), column) != names.end(),
            "{} is the card of another release: {} has no column '{}'; pass --no-card to ignore it", path, release, column);
  table::Work checking = work;
  checking.stage = "checking the card";
  const auto digest = table::values_digest(
      table, {.attributes = card.columns, .kept = {}, .missing = table::Missing::refuse, .first_record = card.first_record},
      checking);
  require(to_hex(digest) == card.digest,
          "{} is the card of another release: the values of {} are not the ones it describes; pass --no-card to ignore it",
          path, release);
  return card;
}

}  // namespace guise::cli
