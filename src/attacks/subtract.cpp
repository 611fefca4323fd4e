// SPDX-License-Identifier: Apache-2.0
// The thief of the key makes the noise again and takes it away.
#include "attacks/linear.h"
#include "table/chunk.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::key};

Outcome learn(const Evidence&, const Knowledge& known, const Params&, const random::Rng&) {
  auto guess = [undo = known.undo](const Observed& observed) {
    table::Chunk chunk{.first_record = observed.first_record, .values = own_rows(observed.released, observed), .dropped = {}, .kept = {}};
    undo(chunk);
    return Guess{.values = std::move(chunk.values)};
  };
  return {.reconstruction = Reconstruction{.guess = std::move(guess)}};
}

}  // namespace

extern const Attack subtract_attack = {.name = "subtract",
                                       .alias = "",
                                       .summary = "make the noise again from the key and take it away",
                                       .paper = "",
                                       .needs = needs,
                                       .wants = {},
                                       .params = {},
                                       .learn = learn};

}  // namespace guise::attacks
