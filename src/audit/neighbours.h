// SPDX-License-Identifier: Apache-2.0
// Pairs of records that a certificate is about: as far apart, where the noise is added, as records can be.
#pragma once
#include <vector>

#include "base/card.h"
#include "base/matrix.h"
#include "random/rng.h"
#include "stats/step_secret.h"

namespace guise::audit {

struct Pair {
  Vector one, other;  ///< originals, as the mask takes them
};

/// Opposite points of the ball that the mask clips to, in the direction that the noise covers least, along axes and in random
/// directions; where it is not known what reaches the ball, records far out; and pairs of the given records. A pair that is
/// missed makes what is measured smaller, never wrong. `by_column`: the noise covers the sum of the columns' differences
/// (Laplace), not the distance.
std::vector<Pair> neighbours(const Card& card, const std::vector<stats::StepSecret>& secrets, const Matrix& records,
                             bool by_column, const random::Rng& rng);

}  // namespace guise::audit
