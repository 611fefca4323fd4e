// SPDX-License-Identifier: Apache-2.0
#include "jobs/mask_card.h"

#include <fmt/chrono.h>

#include <ctime>

#include "base/card_content.h"
#include "jobs/version.h"

namespace guise::jobs {

Card finished_card(const masks::Prepared& prepared, const table::Selection& selection, const table::Written& written,
                   bool shuffled, const random::Key& key) {
  Card card = prepared.card();
  card.tool = fmt::format("guise {}", version());
  card.records = written.records;
  card.first_record = selection.first_record;
  card.shuffled = shuffled;
  card.kept = selection.kept;
  card.digest = to_hex(written.digest);
  if (written.kept_digest) card.kept_digest = to_hex(*written.kept_digest);
  card.key_fingerprint = key.fingerprint();
  card.own_tag = key.own_tag(prepared.salt());
  return card;
}

void seal(Card& card, const table::Written& written, const random::Key& key) {
  const Bytes32 content = card_content(guise::to_json(card));
  card.check = to_hex(content);
  card.seal = to_hex(key.seal(content, written.sealed.value()));
}

release::Certificate certificate_of(const masks::Prepared& prepared, const table::Selection& selection) {
  if (selection.missing == table::Missing::mean) return release::no_guarantee(release::kFilledWithMeans);
  Card card = prepared.card();
  card.kept = selection.kept;
  return release::certify(card, prepared.secrets());
}

release::LedgerEntry entry_of(const masks::Prepared& prepared, const table::Selection& selection, const std::string& file,
                              const release::Certificate& certificate, const std::string& table) {
  const Card card = prepared.card();
  return {.time = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
          .file = file,
          .mask = card.mask,
          .attributes = selection.attributes,
          .first_record = selection.first_record,
          .table = table,
          .salt = card.salt,
          .round = card.round,
          .certificate = certificate};
}

}  // namespace guise::jobs
