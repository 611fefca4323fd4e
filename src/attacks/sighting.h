// SPDX-License-Identifier: Apache-2.0
// How a register and a release are compared, person by person: through the mask, in units of its noise.
#pragma once
#include "attacks/attack.h"
#include "attacks/linkage.h"

namespace guise::attacks {

/// How the release came from the originals. `known`: its noise is known, so distances tell how likely a link is.
struct Sighting {
  linalg::Affine channel;
  bool noise_known;
};

Sighting sighting(const Evidence& evidence, const Knowledge& known);

/// Both tables in coordinates where distances are in standard deviations: of the noise, or of the release where it is unknown.
struct Compared {
  Matrix known, released;
};
Compared compared(const Evidence& evidence, const Matrix& records, const Sighting& sight);

/// Nothing to measure: all are equally far.
Compared incomparable(const Evidence& evidence, const Matrix& records);

/// The kept columns as numbers: equal where they say the same.
Groups groups_of(const Evidence& evidence, const Knowledge& known);

}  // namespace guise::attacks
