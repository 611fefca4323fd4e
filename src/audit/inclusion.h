// SPDX-License-Identifier: Apache-2.0
// Who knows more can run the attacks of who knows less, whether or not the audit was asked about the latter.
#pragma once
#include <vector>

#include "audit/attacker.h"

namespace guise::audit {

/// Whether `more` has all that `less` is told: its facts, its columns and as many records. Samples of records are nested.
bool includes(const Attacker& more, const Attacker& less);

/// Whom these attackers include and who is not among them: their attacks are run as well, and count for who includes them.
/// Of columns all that an attacker knows are taken, not parts of them. `others`: originals of other people that were drawn.
std::vector<Attacker> lesser(const std::vector<Attacker>& attackers, std::int64_t others);

}  // namespace guise::audit
