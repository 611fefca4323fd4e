// SPDX-License-Identifier: Apache-2.0
// A guess that is linear in the released record: x' = (y - center)' W + shift'. Streams, needs no neighbours.
#pragma once
#include "attacks/attack.h"
#include "linalg/blas.h"

namespace guise::attacks {

/// Why attacks that learn from a covariance say nothing of a single record.
constexpr std::string_view kOneRecord = "one record has no covariance; it takes two at least";

/// The window's own rows.
inline MatrixRef own_rows(const MatrixRef& rows, const Observed& observed) {
  return rows.middleRows(observed.before, observed.count);
}

inline Outcome linear_outcome(linalg::RecordMap map, std::vector<std::string> notes) {
  auto guess = [map](const Observed& observed) {
    return Guess{.values = linalg::map_records(own_rows(observed.released, observed), map)};
  };
  return {.reconstruction = Reconstruction{.guess = std::move(guess), .linear = std::move(map), .notes = std::move(notes)}};
}

/// Mean of the originals as far as the attacker can tell: the release's less that of the noise (erratum 38).
inline Vector original_mean(const Evidence& evidence, const Knowledge& known) {
  if (known.prior_mean) return *known.prior_mean;
  return known.noise_mean ? Vector(evidence.moments.mean() - *known.noise_mean) : evidence.moments.mean();
}

}  // namespace guise::attacks
