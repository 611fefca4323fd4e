// SPDX-License-Identifier: Apache-2.0
#include "jobs/clear_columns.h"

#include <algorithm>

#include "audit/side_columns.h"

namespace guise::jobs {
namespace {

bool reads_side(const attacks::Attack& attack) {
  const auto among = [](std::span<const attacks::Fact> facts) {
    return std::find(facts.begin(), facts.end(), attacks::Fact::side) != facts.end();
  };
  return among(attack.needs) || among(attack.needs_mixed) || among(attack.uses);
}

}  // namespace

ClearColumns clear_columns(const attacks::Attack& attack, const table::Table& release, const std::optional<Card>& card) {
  if (!reads_side(attack)) return {};
  const std::vector<std::string> numeric = release.schema().numeric();
  ClearColumns out;
  for (const std::string& name : release.schema().names()) {
    const bool kept = card ? std::find(card->kept.begin(), card->kept.end(), name) != card->kept.end()
                           : std::find(numeric.begin(), numeric.end(), name) == numeric.end();
    if (kept) out.names.push_back(name);
  }
  out.category = audit::kept_categories(release, out.names);
  return out;
}

}  // namespace guise::jobs
