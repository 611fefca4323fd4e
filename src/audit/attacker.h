// SPDX-License-Identifier: Apache-2.0
// Who might attack: what an adversary knows besides the release. The mask and its public card are always known (Kerckhoffs).
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attacks/knowledge.h"
#include "stats/moments.h"

namespace guise::audit {

struct AttackerKind {
  std::string_view name, summary;
  std::string_view subject;  ///< for sentences: "somebody who knows `age`"
  attacks::Fact fact;        ///< what it adds; ignored for the outsider
  bool outsider = false;
};
std::span<const AttackerKind> all_attackers();

/// One attacker of an audit: a kind, and for `attributes` the columns it knows (empty: chosen from the data, see expand()).
struct Attacker {
  const AttackerKind* kind;
  std::vector<std::string> known;
  std::string text() const;  ///< "attributes=age+income"
};

/// "outsider", "attributes", "attributes=age+income", …; throws an Error with the nearest name.
Attacker parse_attacker(std::string_view text, const std::vector<std::string>& columns);

/// An `attributes` attacker without named columns becomes up to three: the one, two and three attributes that tell most about
/// the rest (forward selection by explained variance). Others stay as they are.
std::vector<Attacker> expand(const std::vector<Attacker>& attackers, const stats::Moments& truth,
                             const std::vector<std::string>& columns);

/// Error that the same knowledge leaves without the release, per attribute, as a share of its standard deviation: 1 for who
/// knows nothing of the records; for `attributes`, the linear regression on the known columns with the true moments. 0 for
/// known ones.
Vector baseline_nrmse(const Attacker& attacker, const stats::Moments& truth, const std::vector<std::string>& columns);

std::vector<Index> positions(const std::vector<std::string>& some, const std::vector<std::string>& columns);

}  // namespace guise::audit
