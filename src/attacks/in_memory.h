// SPDX-License-Identifier: Apache-2.0
// An attack on a release that is in memory: one call, for tests, papers and small tables.
#pragma once
#include "attacks/attack.h"

namespace guise::attacks {

/// Everything any attack may want, gathered from a release in memory.
Evidence gather(const Matrix& released, const Knowledge&, const Matrix& known = {}, const Matrix& second = {});

/// Learns and guesses; throws an Error with the reason when the attack does not assess this release.
Guess reconstruct(std::string_view attack_spec, const Matrix& released, const Knowledge&, const Matrix& known = {},
                  const Matrix& second = {}, const random::Rng& rng = random::Rng::from_seed(0));

}  // namespace guise::attacks
