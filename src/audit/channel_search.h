// SPDX-License-Identifier: Apache-2.0
// How a release may have come from the originals, found from both without a row that is known to belong to another.
#pragma once
#include "audit/channel_starts.h"

namespace guise::audit {

/// Calls `holds` with channels that may be the right one, the most promising first, until it says so of one; whether it did.
/// `released`: rows in standard units to fit them to; `all`: the originals.
bool for_channels(const Unlinked& sides, const Matrix& released, const Originals& all, const random::Rng& rng,
                  const std::function<bool(const linalg::Affine&)>& holds);

}  // namespace guise::audit
