// SPDX-License-Identifier: Apache-2.0
// Known pairs turn a rotated release back: m of them break a rotation exactly, m + 1 one that is also translated. Beyond
// section 1.4; papers.md, last table.
#include "attacks/pair_fit.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::pairs};
constexpr Fact uses[] = {Fact::noise_size, Fact::matrix_law};
constexpr Want wants[] = {Want::moments};

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  return outcome_of_pairs(*known.pairs, evidence, known);
}

}  // namespace

extern const Attack procrustes_attack = {.name = "procrustes",
                                         .alias = "",
                                         .summary = "find the rotation behind known pairs and turn the release back",
                                         .paper = "Giannella, Liu and Kargupta 2013",
                                         .needs = needs,
                                         .wants = wants,
                                         .params = {},
                                         .uses = uses,
                                         .reads_mixtures = true,
                                         .needs_mixed = needs,
                                         .learn = learn};

}  // namespace guise::attacks
