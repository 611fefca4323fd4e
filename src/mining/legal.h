// SPDX-License-Identifier: Apache-2.0
// Which releases may be mined together, decided from their cards.
#pragma once
#include "mining/owners.h"

namespace guise::mining {

/// Whether steps draw numbers from the shared half of the key: records are alike under one key only.
bool has_secrets(const Card&);

/// Other records of the same attributes: the same mask, with the same secret matrices where it has any. Noise is everybody's
/// own.
void require_stackable(const std::vector<Owner>&);

/// Other attributes of the same records: in the same order, or told by the column `by`; sums over records must be the same
/// sums. Says whether it is known that the records belong together: by the column, or by equal tags of their order.
bool require_joinable(const std::vector<Owner>&, const std::string& by);
/// Where it is not, the reason, as a part of a sentence.
std::string why_unverified(const std::vector<Owner>&);

}  // namespace guise::mining
