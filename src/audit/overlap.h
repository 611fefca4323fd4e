// SPDX-License-Identifier: Apache-2.0
// What the owner's next release of the same people adds: the same mask and key, another table, so that matrices are the same,
// noise is new and sums over records are of another round. Worst case: the attacker knows which rows are the same people.
#pragma once
#include <optional>
#include <string>

#include "attacks/knowledge.h"
#include "masks/mask.h"

namespace guise::audit {

struct Overlap {
  /// Of the mean of both releases, where that is a release like the first with half the noise.
  std::optional<attacks::Knowledge> knowledge = {};
  /// Otherwise why nothing is made of it; empty where the next release says of these people what the first says.
  std::string not_assessed = {};
};

/// `known` is what the card tells of the first.
Overlap overlap_of(const Card& card, const attacks::Knowledge& known);

/// Whether a mask takes numbers from the shared half of the key. Without them the next release is as good as one of another
/// key, which attacker `repeat` has, and an insider has nothing.
bool shares_draws(const masks::Mask& mask);

}  // namespace guise::audit
