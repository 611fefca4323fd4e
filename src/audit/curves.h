// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "audit/look.h"
#include "audit/told.h"

namespace guise::audit {

/// How many records a curve goes up to: pairs to twice the attributes, other people's records to as many as were drawn; 0 for
/// attackers without one.
std::int64_t curve_end(const AttackerKind& kind, Index attributes);

/// For every mask the curves of the kinds of attackers that are asked for, on the sampled records and with the first few keys.
/// `learnt`: attacks on the same releases, which are not learnt again.
std::vector<std::vector<Curve>> curves(const LookedAt&, const std::vector<Attacker>& asked, const Plan& learnt);

}  // namespace guise::audit
