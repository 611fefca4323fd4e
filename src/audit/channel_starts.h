// SPDX-License-Identifier: Apache-2.0
// Where to begin looking for how a release came from the originals when nobody says which row is whose: what the attacks of who
// has originals of other people make of it, told the true ones.
#pragma once
#include <functional>

#include "attacks/attack.h"
#include "audit/owners.h"

namespace guise::audit {

/// Both sides in standard units are what a channel is between.
struct Unlinked {
  attacks::Evidence release;    ///< in its own units
  StandardUnits release_units;  ///< of it
  Matrix originals;             ///< some of them
  StandardUnits original_units;
  Matrix original_covariance;     ///< in standard units
  attacks::Knowledge known = {};  ///< what the card tells of the release
  std::int64_t records = 0;       ///< of the originals
};

/// Channels to try, none of them sure, until `enough` says so: the originals' own columns, in their units or in others or in
/// another order, turned ones and mixtures.
void for_channel_starts(const Unlinked& sides, const random::Rng& rng, const std::function<bool(linalg::Affine)>& enough);

/// The first of them: y = x + e in the originals' units, e as large as the moments of both leave it; nothing where columns are
/// fewer.
std::optional<linalg::Affine> own_columns(const Unlinked& sides);

/// y = x + e in the originals' units, where that noise is known; in standard units.
linalg::Affine noise_channel(const Unlinked& sides, const Matrix& noise, const Vector& noise_mean);

}  // namespace guise::audit
