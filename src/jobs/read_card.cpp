// SPDX-License-Identifier: Apache-2.0
#include "jobs/read_card.h"

#include <filesystem>

#include "base/error.h"
#include "base/json_text.h"
#include "jobs/card_check.h"
#include "masks/mask.h"
#include "table/atomic_file.h"
#include "table/format.h"
#include "table/parts_folder.h"

namespace guise::jobs {

std::string card_path(const std::string& release) {
  return table::without_slash(release) + ".card.json";
}

Card read_card(const std::string& path, std::string_view way_out) {
  try {
    require(std::filesystem::is_regular_file(path), "{} is not a file", path);
    require(std::filesystem::file_size(path) <= JsonLimits().bytes, "{} is too large for a card of a release", path);
    Card card = card_from_json(table::read_file(path), path);
    masks::check_card(card, path);
    return card;
  } catch (const Error& error) {
    throw Error(fmt::format("{}; {}", error.what(), way_out), error.fault());
  }
}

void name_by_place(Card& card, const std::string& release, const table::Table& table) {
  const auto names = table.schema().names();
  const table::Format format = table::format_of(release).format;
  if ((format == table::Format::npy || format == table::Format::fvecs) && names.size() == card.columns.size())
    card.columns = names;
}

std::optional<Card> card_beside(const std::string& release, const table::Table& table, const table::Work& work,
                                const random::Key* key) {
  constexpr std::string_view way_out = "pass ‘no_card’ to ignore it";
  const std::string path = card_path(release);
  if (!std::filesystem::exists(path)) return {};
  Card card = read_card(path, way_out);
  name_by_place(card, release, table);
  check_release(card, path, table, work, key, way_out);
  return card;
}

}  // namespace guise::jobs
