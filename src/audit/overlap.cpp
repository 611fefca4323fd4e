// SPDX-License-Identifier: Apache-2.0
#include "audit/overlap.h"

#include <algorithm>

namespace guise::audit {
namespace {

constexpr std::string_view kShared[] = {"rotate", "project", "permute", "translate", "scale", "distort"};
constexpr std::string_view kPublic[] = {"standardize", "clip", "bin", "round"};

bool among(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Steps that do the same to a record every time under one key. All others draw new numbers for another table.
bool repeats(const StepCard& step) {
  return among(kShared, step.step) || among(kPublic, step.step);
}

/// Noise that is added to what is otherwise the same in both, and of which the size is known.
bool only_adds_noise(const Card& card, const attacks::Knowledge& known) {
  const bool other_draws = std::any_of(card.steps.begin(), card.steps.end(),
                                       [](const StepCard& step) { return !repeats(step) && step.step != "noise"; });
  const bool bent = known.distorted && !known.distorted->before.covariance.isZero(0);
  const auto noise =
      std::find_if(card.steps.begin(), card.steps.end(), [](const StepCard& step) { return step.step == "noise"; });
  const bool cut = std::any_of(noise, card.steps.end(), [](const StepCard& step) {
    return step.step == "clip" || step.step == "bin" || step.step == "round" || step.step == "distort";
  });
  return known.noise_covariance && !other_draws && !bent && !cut;
}

}  // namespace

Overlap overlap_of(const Card& card, const attacks::Knowledge& known) {
  if (known.records_mixed)
    return {.not_assessed = "the next release has sums with a matrix of its own round; no attack here combines the two"};
  if (std::all_of(card.steps.begin(), card.steps.end(), repeats)) return {};
  if (!only_adds_noise(card, known))
    return {.not_assessed =
                "the next release draws new numbers that are not added noise of a known size; no attack here combines the two"};
  attacks::Knowledge half = known;
  *half.noise_covariance /= 2;
  if (half.noise_law && *half.noise_law != random::Law::gaussian) half.noise_law.reset();
  return {.knowledge = std::move(half)};
}

bool shares_draws(const masks::Mask& mask) {
  return std::any_of(mask.links().begin(), mask.links().end(),
                     [](const masks::Mask::Link& link) { return among(kShared, link.step->name); });
}

}  // namespace guise::audit
