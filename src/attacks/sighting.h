// SPDX-License-Identifier: Apache-2.0
// How a register and a release are compared, person by person: through the mask, in units of its noise.
#pragma once
#include "attacks/attack.h"
#include "attacks/linkage.h"

namespace guise::attacks {

/// How the release came from the originals. `noise_known`: distances tell how likely a link is. `described`: by a card; a size
/// alone, which may have been estimated, says nothing of swaps, classes and noise that grows with the value.
struct Sighting {
  linalg::Affine channel;
  bool noise_known;
  bool described = false;
};

Sighting sighting(const Evidence& evidence, const Knowledge& known);

/// What the mask would have made of these originals without its noise.
Matrix seen_through(const Sighting& sight, const Matrix& records);

/// Rows of the release in coordinates where distances are in standard deviations: of the noise, or of the release where it is
/// unknown. Columns that do not vary are left out. Where the noise is singular, or next to nothing, each column counts as if it
/// had noise of 1e-9 of its variance.
struct NoiseUnits {
  Vector mean;
  std::vector<Index> varying;
  Matrix lower;  ///< of the covariance
  Matrix of(const Matrix& rows) const;
};
NoiseUnits noise_units(const Evidence& evidence, const Sighting& sight);

/// The kept columns as numbers: equal where they say the same.
Groups groups_of(const Evidence& evidence, const Knowledge& known);

}  // namespace guise::attacks
