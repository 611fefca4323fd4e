// SPDX-License-Identifier: Apache-2.0
// The likeliest rows for known records in a release with noise: one record after the other is placed, and only the likeliest
// partial placements are kept (a beam). Beyond section 1.5.
#pragma once
#include <vector>

#include "attacks/noisy_field.h"

namespace guise::attacks {

/// Rows for some known records.
struct NoisyPlacement {
  std::vector<Index> records;  ///< in the order in which they were placed
  std::vector<Index> rows;
  double misfit = 0, freedom = 0;  ///< see PlacementMisfit
};

/// At least two records and as many rows; those of `last` come last. `effort` times as many partial placements are kept as
/// usual. Without rows where no placement survives.
NoisyPlacement likeliest_placement(const NoisyField& field, const std::vector<Index>& last = {}, std::size_t effort = 1);

}  // namespace guise::attacks
