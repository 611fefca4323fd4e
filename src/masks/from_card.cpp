// SPDX-License-Identifier: Apache-2.0
// The mask of a release again, from its card and the key.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "masks/mask.h"
#include "masks/secret_matrix.h"
#include "masks/shared_draws.h"

namespace guise::masks {
namespace {

std::string list_of(const std::vector<double>& values) {
  return fmt::format("[{}]", fmt::join(values, ","));
}

/// The call with what was learnt from the data replaced by what the card says of it: noise(snr=2) becomes noise(sd=[…]).
Call explicit_call(const StepCard& step) {
  Call call = parse_call(step.text);
  require(step.similarity == 0,
          "the card does not say the shape of the noise of '{}': it would publish the covariance of the data", step.text);
  const auto replace = [&](std::initializer_list<std::string_view> given, std::string name, const std::vector<double>& values) {
    if (values.empty()) return;
    std::erase_if(call.arguments,
                  [&](const auto& argument) { return std::find(given.begin(), given.end(), argument.first) != given.end(); });
    call.arguments.emplace_back(std::move(name), list_of(values));
  };
  const bool sized = step.law == "ball" || step.law == "laplace-norm";  // whose size is public anyway
  if (step.step == "noise" && !sized) replace({"snr", "sd"}, "sd", step.sd);
  if (step.step == "standardize") {
    require(!step.center.empty(), "the card does not say the centre and scale of '{}': they were estimated from the data",
            step.text);
    replace({"center"}, "center", step.center);
    replace({"scale"}, "scale", step.scale);
  }
  if (step.step == "bin") replace({"count", "width"}, "width", step.width);
  if (step.effect == Effect::limits) {
    replace({"share", "bottom"}, "bottom", step.low);
    replace({"share", "top"}, "top", step.high);
  }
  replace({"matrix"}, "matrix", step.map);  // public ones
  replace({"shift"}, "shift", step.offset);
  return call;
}

/// The salt of a release whose key this is.
Bytes32 salt_of(const Card& card, const random::Key& key) {
  require(key.fingerprint() == card.key_fingerprint,
          "the key is not the one of this release: its fingerprint is {}, the card says {}", key.fingerprint(),
          card.key_fingerprint);
  const auto salt = from_hex(card.salt);
  require(salt.has_value(), "the card of this release has no valid salt; it was changed or cut off");
  return *salt;
}

/// A partner's key has the same shared half and makes other noise. Older cards have no tag; `subtract` looks at the numbers
/// then.
void require_own_half(const Card& card, const random::Key& key, const Bytes32& salt, const StepCard& step) {
  require(card.own_tag.empty() || card.own_tag == key.own_tag(salt),
          "the noise of '{}' cannot be made again with this key: it has the shared half of the key of this release and another "
          "owner's own half; without ‘knows=thief’ it undoes the matrices",
          step.text);
}

}  // namespace

std::vector<stats::StepSecret> secrets_from_card(const Card& card, const random::Key& key) {
  const Bytes32 salt = salt_of(card, key);
  const SharedDraws draws(card);
  std::vector<stats::StepSecret> secrets;
  std::vector<std::string> columns = card.attributes;
  for (std::uint32_t number = 0; const StepCard& step : card.steps) {
    const Step& kind = find_step(step.step);
    const Params params = check_params(kind.params, parse_call(step.text), "step");
    secrets.emplace_back();
    if (!step.map.empty() || !step.offset.empty()) {  // public
      if (step.outputs > 0) columns = mixture_names(step.outputs);
    } else if (!depends_on_data(kind.learns(params))) {
      const Plan plan =
          kind.plan({.params = params, .columns = columns, .shared = draws.of(key, number), .own = key.own(number, salt)});
      secrets.back() = plan.secret;
      columns = plan.columns;
    }
    ++number;
  }
  return secrets;
}

Prepared prepare_from_card(const Card& card, const random::Key& key) {
  const auto salt = salt_of(card, key);
  const SharedDraws draws(card);
  Prepared prepared;
  prepared.format_ = card.format;
  prepared.round_ = card.round;
  prepared.text_ = card.mask;
  prepared.attributes_ = card.attributes;
  prepared.salt_ = salt;
  std::vector<std::string> columns = card.attributes;
  for (std::uint32_t number = 0; const StepCard& step : card.steps) {
    const Step& kind = find_step(step.step);
    const Call call = explicit_call(step);
    const Params params = check_params(kind.params, call, "step");
    require(!depends_on_data(kind.learns(params)), "the card does not say what '{}' estimated from the data", step.text);
    Plan plan =
        kind.plan({.params = params, .columns = columns, .shared = draws.of(key, number), .own = key.own(number, salt)});
    if (plan.keyed && !plan.secret.any()) require_own_half(card, key, salt, step);
    plan.card = step;
    columns = plan.columns;
    prepared.plans_.push_back(std::move(plan));
    ++number;
  }
  return prepared;
}

}  // namespace guise::masks
