// SPDX-License-Identifier: Apache-2.0
// Everybody gets the mean: the baseline every attack must beat. Its normalised error is 1.
#include "attacks/linear.h"

namespace guise::attacks {
namespace {

constexpr Want wants[] = {Want::moments};
constexpr Fact needs_mixed[] = {Fact::moments};

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  auto guess = [mean = original_mean(evidence, known)](const Observed& observed) {
    return Guess{.values = mean.transpose().replicate(observed.count, 1)};
  };
  return {.reconstruction = Reconstruction{.guess = std::move(guess)}};
}

}  // namespace

extern const Attack mean_attack = {.name = "mean",
                                   .alias = "",
                                   .summary = "guesses the mean of the release for every record (baseline)",
                                   .paper = "",
                                   .needs = {},
                                   .wants = wants,
                                   .params = {},
                                   .reads_mixtures = true,
                                   .needs_mixed = needs_mixed,
                                   .learn = learn};

}  // namespace guise::attacks
