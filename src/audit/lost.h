// SPDX-License-Identifier: Apache-2.0
// Released rows without owners, and the originals they are given to: both seen in one way, as they are or by their ranks.
#pragma once
#include <optional>

#include "audit/channel_fit.h"
#include "audit/channel_starts.h"
#include "audit/told_apart.h"

namespace guise::audit {

/// Rows beside originals.
struct GivenBack {
  Matrix originals;  ///< one for each row
  Vector certainty;  ///< that the nearest original is the owner
  double told = 0;   ///< share of rows that have an owner beyond chance, at least
};

struct Lost {
  Matrix rows;                               ///< of the release, in standard units
  Unlinked sides;                            ///< samples of both tables
  const std::vector<std::int64_t>& numbers;  ///< of the originals in `sides`
  Originals all;
  random::Rng rng;

  /// By a channel that both tables call for, where it tells rows apart beyond chance.
  std::optional<GivenBack> by_values() const;
  /// By the noise that the mask is said to have on the originals' own columns.
  std::optional<GivenBack> by_claim() const;

 private:
  /// Of the rows, and below them of decoys.
  struct Found {
    Owners owners;
    DecoyRanges decoys;
  };
  Found beside_decoys(const linalg::Affine& channel) const;
  GivenBack given(const ScaledNoise& noise, double told) const;
};

}  // namespace guise::audit
