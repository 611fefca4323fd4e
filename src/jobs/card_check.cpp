// SPDX-License-Identifier: Apache-2.0
#include "jobs/card_check.h"

#include <algorithm>

#include "base/error.h"
#include "base/names.h"
#include "table/transform.h"

namespace guise::jobs {
namespace {

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether the own half of this key made the noise of the release, as far as its card says.
bool is_owners(const Card& card, const random::Key* key) {
  return key != nullptr && !card.own_tag.empty() && card.own_tag == key->own_tag(*from_hex(card.salt));
}

void require_whole_card(const Card& card, const std::string& path, std::string_view way_out) {
  const bool older = card.check.empty() && card.seal.empty();
  require(older || card.check == card.content,
          "{} is damaged: what it says does not fit its check; restore it from a copy, or {}", path, way_out);
  require(older || !card.seal.empty(), "{} is damaged: its seal was taken out; restore it from a copy, or {}", path, way_out);
  require(older || card.kept.empty() || !card.kept_digest.empty(),
          "{} is damaged: it does not describe the columns it keeps; restore it from a copy, or {}", path, way_out);
}

void require_columns(const Card& card, const std::string& path, const table::Table& release, std::string_view way_out) {
  const auto names = release.schema().names();
  const auto look_for = [&](const std::vector<std::string>& columns) {
    for (const std::string& column : columns)
      require(has(names, column), "{} is the card of another release: {} has no column '{}'; {}", path, release.name(), column,
              way_out);
  };
  look_for(card.columns);
  if (!card.kept_digest.empty()) look_for(card.kept);
}

}  // namespace

std::string_view name_of(Standing standing) {
  constexpr std::string_view names[] = {"unauthenticated", "whole", "whole and the owner's"};
  return names[static_cast<int>(standing)];
}

Standing check_release(const Card& card, const std::string& card_path, const table::Table& release, const table::Work& work,
                       const random::Key* key, std::string_view way_out) {
  require_whole_card(card, card_path, way_out);
  require_columns(card, card_path, release, way_out);
  table::Work checking = work;
  checking.stage = "checking the card";
  // Gaps of a release that keeps them stay (no means); others change its digest.
  table::Selection selection{
      .attributes = card.columns, .kept = {}, .missing = table::Missing::mean, .first_record = card.first_record};
  if (!card.kept_digest.empty()) selection.kept = card.kept;
  const bool sealed = !card.seal.empty() && is_owners(card, key);
  const auto secret = sealed ? std::optional(key->release_secret()) : std::nullopt;
  const table::Written found = table::digest_release(release, selection, checking, secret);
  require(to_hex(found.digest) == card.digest && found.records == card.records,
          "{} is the card of another release: the values of {} are not the ones it describes; {}", card_path, release.name(),
          way_out);
  require(!found.kept_digest || to_hex(*found.kept_digest) == card.kept_digest,
          "{} was changed: its unmasked columns ({}) are not the ones that {} describes; restore it from a copy, or {}",
          release.name(), enumerate(card.kept), card_path, way_out);
  if (card.check.empty()) return Standing::unauthenticated;
  if (!sealed) return Standing::whole;
  require(to_hex(key->seal(*from_hex(card.content), *found.sealed)) == card.seal,
          "{} or {} was changed after guise wrote them: the seal does not fit under the key that made them; restore both from "
          "copies, or mask again",
          release.name(), card_path);
  return Standing::owned;
}

void require_no_more_columns(const Card& card, const std::string& card_path, const table::Table& release,
                             std::string_view way_out) {
  if (card.check.empty()) return;
  for (const std::string& name : release.schema().names())
    require(has(card.columns, name) || has(card.kept, name), "{} was changed: its column '{}' is not on {}; {}", release.name(),
            name, card_path, way_out);
}

}  // namespace guise::jobs
