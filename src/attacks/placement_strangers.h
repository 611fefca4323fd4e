// SPDX-License-Identifier: Apache-2.0
// A control for records found in noise: people like them who are not in the release.
#pragma once
#include "attacks/noisy_placement.h"

namespace guise::attacks {

/// Rows of the release that are taken out of it and stand for strangers. What their noise adds to them is taken off again on
/// average, so that they are as long as originals.
struct Strangers {
  Matrix records;  ///< the strangers
  Matrix rows;     ///< the release without them
};

/// One for each of the rows `like`, of about its length: long records are rare, and few rows fit them by chance.
Strangers draw_strangers(const std::vector<Index>& like, const NoisyRelease& release, const random::Rng& rng);

}  // namespace guise::attacks
