// SPDX-License-Identifier: Apache-2.0
#include "audit/reason.h"

#include <fmt/format.h>

#include <algorithm>

#include "audit/attacker.h"

namespace guise::audit {

using attacks::Fact;

std::string reason_of(const attacks::Outcome& outcome) {
  // Matrices are no reason to name the insider: a mask that has none tells him nothing.
  if (!outcome.lacks || *outcome.lacks == Fact::matrix) return outcome.reason;
  const Fact wanted = *outcome.lacks == Fact::moments ? Fact::population : *outcome.lacks;  // whose moments are as good
  const auto kinds = all_attackers();
  const auto who = std::find_if(kinds.begin(), kinds.end(), [&](const AttackerKind& kind) { return kind.has(wanted); });
  return who == kinds.end() ? outcome.reason : fmt::format("{}, which attacker '{}' has", outcome.reason, who->name);
}

}  // namespace guise::audit
