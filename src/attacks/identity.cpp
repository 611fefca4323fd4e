// SPDX-License-Identifier: Apache-2.0
// The released value is the guess (NDR): the error is the noise itself.
// Huang, Du and Chen, "Deriving Private Information from Randomized Data" (SIGMOD 2005), section 4.1.
#include "attacks/linear.h"

namespace guise::attacks {
namespace {

Outcome learn(const Evidence&, const Knowledge&, const Params&, const random::Rng&) {
  auto guess = [](const Observed& observed) { return Guess{.values = own_rows(observed.released, observed)}; };
  return {.reconstruction = Reconstruction{.guess = std::move(guess)}};
}

}  // namespace

extern const Attack identity_attack = {.name = "identity",
                                       .alias = "ndr",
                                       .summary = "take the released value as it is",
                                       .paper = "002 section 4.1",
                                       .needs = {},
                                       .wants = {},
                                       .params = {},
                                       .learn = learn};

}  // namespace guise::attacks
