// SPDX-License-Identifier: Apache-2.0
// An attack on a release that is in memory: one call, for tests, papers and small tables.
#pragma once
#include <set>

#include "attacks/attack.h"

namespace guise::attacks {

/// Evidence of a release in memory: all that any attack may want, or only what `wants` names.
Evidence gather(const Matrix& released, const Knowledge&, const Matrix& known = {}, const Matrix& second = {},
                const std::set<Want>& wants = {Want::moments, Want::histograms, Want::sample, Want::head, Want::stretches});

/// Learns and guesses; throws an Error with the reason when the attack does not assess this release.
Guess reconstruct(std::string_view attack_spec, const Matrix& released, const Knowledge&, const Matrix& known = {},
                  const Matrix& second = {}, const random::Rng& rng = random::Rng::from_seed(0), bool want_sd = false);

}  // namespace guise::attacks
