// SPDX-License-Identifier: Apache-2.0
#include "audit/overlap.h"

#include <algorithm>

#include "release/older_cards.h"

namespace guise::audit {
namespace {

/// Steps that do the same to a record every time under one key. All others draw new numbers for another table.
bool repeats(const StepCard& step) {
  constexpr Effect kRepeats[] = {Effect::matrix, Effect::shift, Effect::rescale, Effect::distortion, Effect::sums,
                                 Effect::affine, Effect::ball,  Effect::limits,  Effect::cells};
  return std::find(std::begin(kRepeats), std::end(kRepeats), step.effect) != std::end(kRepeats);
}

bool adds_noise(const StepCard& step) {
  return step.effect == Effect::noise;
}

/// Noise that is added to what is otherwise the same in both, and of which the size is known.
bool only_adds_noise(const std::vector<StepCard>& steps, const attacks::Knowledge& known) {
  const bool other_draws =
      std::any_of(steps.begin(), steps.end(), [](const StepCard& step) { return !repeats(step) && !adds_noise(step); });
  const bool bent = known.distorted && !known.distorted->before.covariance.isZero(0);
  const auto noise = std::find_if(steps.begin(), steps.end(), adds_noise);
  const bool cut = std::any_of(noise, steps.end(), [](const StepCard& step) {
    return step.effect == Effect::ball || step.effect == Effect::limits || step.effect == Effect::cells ||
           step.effect == Effect::distortion;
  });
  return known.noise_covariance && !other_draws && !bent && !cut;
}

}  // namespace

Overlap overlap_of(const Card& card, const attacks::Knowledge& known) {
  if (known.records_mixed)
    return {.not_assessed = "the next release has sums with a matrix of its own round; no attack here combines the two"};
  const std::vector<StepCard> steps = release::steps_of(card);
  if (std::all_of(steps.begin(), steps.end(), repeats)) return {};
  if (!only_adds_noise(steps, known))
    return {.not_assessed =
                "the next release draws new numbers that are not added noise of a known size; no attack here combines the two"};
  attacks::Knowledge half = known;
  *half.noise_covariance /= 2;
  if (half.noise_law && *half.noise_law != random::Law::gaussian) half.noise_law.reset();
  return {.knowledge = std::move(half)};
}

bool shares_draws(const masks::Mask& mask) {
  return std::any_of(mask.links().begin(), mask.links().end(),
                     [](const masks::Mask::Link& link) { return link.step->draws_shared; });
}

}  // namespace guise::audit
