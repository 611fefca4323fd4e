// SPDX-License-Identifier: Apache-2.0
// A closer look at the worst attack of each attacker: what is behind its figures, on a sample and with the first key. Cells and
// shares, values of single records only where they were asked for.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "audit/passes.h"
#include "audit/planner.h"

namespace guise::audit {

/// What a look is made from.
struct LookedAt {
  const Request& request;
  const Variants& variants;
  const FirstPass& pass;
  const Draws& draws;
  Matrix sample, start;  ///< the wide rows of FirstPass::sample and FirstPass::start
};
LookedAt look_at(const Request&, const Variants&, const FirstPass&, const Draws&);

/// Truth and guess of the sampled records, as one attack sees them; what an attack that reads neighbours says of the first
/// records in their order.
struct SeenGuess {
  Matrix truth;
  attacks::Guess guess;
  std::vector<std::int64_t> records;
};
SeenGuess see(const LookedAt&, const Guesser&);

/// `scored`: positions of the attacker's columns among all.
Look look(const LookedAt&, const Guesser&, const Trial&, const std::vector<Index>& scored, const random::Rng&);

}  // namespace guise::audit
