// SPDX-License-Identifier: Apache-2.0
#include "release/older_cards.h"

#include <algorithm>

#include "base/params.h"

namespace guise::release {
namespace {

// What older cards do not repeat beside the text of a step, declared as its step declared it.
constexpr Param clip_params[] = {{.name = "radius", .help = "", .positive = true},
                                 {.name = "center", .help = "", .kind = Param::Kind::numbers, .fallback = 0}};
constexpr Param scale_params[] = {{.name = "low", .help = "", .kind = Param::Kind::numbers, .fallback = 0.5, .positive = true},
                                  {.name = "high", .help = "", .kind = Param::Kind::numbers, .fallback = 2, .positive = true}};

bool gives(const StepCard& step, std::string_view parameter) {
  const Call call = parse_call(step.text);
  return std::any_of(call.arguments.begin(), call.arguments.end(), [&](const auto& each) { return each.first == parameter; });
}

Effect effect_of(const StepCard& step) {
  if (step.side == "records") return Effect::sums;
  constexpr std::pair<std::string_view, Effect> kEffects[] = {
      {"noise", Effect::noise},     {"multiply", Effect::factor}, {"bin", Effect::cells},
      {"round", Effect::cells},     {"clip", Effect::ball},       {"standardize", Effect::affine},
      {"translate", Effect::shift}, {"scale", Effect::rescale},   {"rotate", Effect::matrix},
      {"permute", Effect::matrix},  {"project", Effect::matrix},  {"distort", Effect::distortion},
  };
  for (const auto& [name, effect] : kEffects)
    if (step.step == name) return effect;
  return Effect::unstated;
}

bool was_learnt(const StepCard& step) {
  if (step.step == "noise") return step.similarity != 0 || gives(step, "snr");
  if (step.step == "standardize") return step.center.empty() || step.scale.empty();
  if (step.step == "bin") return gives(step, "count");
  return step.step == "multiply" && step.law == "lognormal";
}

StepCard stated(const StepCard& step, std::size_t columns) {
  StepCard out = step;
  if (step.effect != Effect::unstated) return out;
  out.effect = effect_of(step);
  out.learnt = was_learnt(step);
  if (step.step == "rotate") out.law = "haar";
  if (step.step == "permute") out.law = "permutation";
  if (out.effect == Effect::ball) {
    const Params given = check_params(clip_params, parse_call(step.text), "step");
    if (given.has("radius")) out.radius = given.number("radius");
    out.center = given.numbers("center", columns);
  }
  if (out.effect == Effect::rescale) {
    const Params given = check_params(scale_params, parse_call(step.text), "step");
    out.low = given.numbers("low", columns);
    out.high = given.numbers("high", columns);
  }
  return out;
}

}  // namespace

std::vector<StepCard> steps_of(const Card& card) {
  std::vector<StepCard> out;
  std::size_t columns = card.attributes.size();
  for (const StepCard& step : card.steps) {
    out.push_back(stated(step, columns));
    const bool replaced = out.back().effect != Effect::sums && step.outputs > 0;
    if (replaced) columns = static_cast<std::size_t>(step.outputs);
  }
  return out;
}

bool changes_units(const StepCard& step) {
  return step.effect == Effect::affine && step.map.empty() && step.offset.empty();
}

}  // namespace guise::release
