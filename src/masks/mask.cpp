// SPDX-License-Identifier: Apache-2.0
// Chains of steps: reading them, spelling them in one way, running them forwards and backwards.
#include "masks/mask.h"

#include <algorithm>
#include <cassert>
#include <charconv>

#include "base/error.h"
#include "masks/number_file.h"
#include "masks/preset.h"
#include "masks/visible.h"

namespace guise::masks {
namespace {

double to_double(std::string_view text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// 5.0 and 5, [2] and 2 are the same number and get the same text. The text has been checked to be numbers.
std::string canonical_numbers(std::string_view text) {
  if (text.front() != '[') return fmt::format("{}", to_double(text));
  text = text.substr(1, text.size() - 2);
  std::vector<double> values;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    values.push_back(to_double(text.substr(start, end - start)));
    start = end + 1;
  }
  return values.size() == 1 ? fmt::format("{}", values.front()) : fmt::format("[{}]", fmt::join(values, ","));
}

bool given_file(const Params& given, const Param& param) {
  return param.kind == Param::Kind::table && given.file(param.name) != nullptr;
}

/// Numbers in their shortest spelling, files without their folder, values that are the default left out.
Call canonical(const Step& step, const Call& given, const Params& params) {
  Call call{.name = given.name, .arguments = {}};
  for (const auto& argument : given.arguments) {
    const auto& [name, text] = argument;
    const auto param =
        std::find_if(step.params.begin(), step.params.end(), [&](const Param& p) { return p.name == argument.first; });
    const bool word = param->kind == Param::Kind::choice, file = given_file(params, *param);
    const std::string value = word ? text : file ? without_folder(text) : canonical_numbers(text);
    const bool is_default = word ? param->choices.substr(0, param->choices.find('|')) == value
                                 : param->fallback && fmt::format("{}", *param->fallback) == value;
    if (!is_default) call.arguments.emplace_back(name, value);
  }
  return call;
}

/// The call with the digests of the files it names.
Call with_digests(const Step& step, Call call, const Params& params, bool card) {
  for (const Param& param : step.params) {
    if (!given_file(params, param)) continue;
    for (auto& [name, text] : call.arguments) {
      if (name != param.name) continue;
      require(!card || (!digest_of_file(text).empty() && text == without_folder(text)),
              "the card names the file '{}' with a folder or without its digest; it was changed", text);
      text = with_digest(text);
    }
  }
  return call;
}

}  // namespace

bool reads_file(const Step& step, const Params& given) {
  return std::any_of(step.params.begin(), step.params.end(), [&](const Param& param) { return given_file(given, param); });
}

Mask Mask::parse(std::string_view spec) {
  return of(spec, false);
}

Mask Mask::of_card(std::string_view text) {
  return of(text, true);
}

Mask Mask::of(std::string_view spec, bool card) {
  Mask mask;
  for (Call& call : parse_chain(spec)) {
    if (is_preset(call) && !card) {
      const PresetChain preset = preset_chain(call);
      for (Link& link : of(preset.steps, false).links_) mask.links_.push_back(std::move(link));
      mask.remarks_.push_back(preset.remark);
      continue;
    }
    const Step& step = find_step(call.name);
    Params params = check_params(step.params, call, "step");
    step.learns(params);  // refuses parameters that contradict each other, before any file is read
    if (reads_file(step, params)) {
      call = with_digests(step, call, params, card);
      params = check_params(step.params, call, "step");
    }
    mask.links_.push_back({&step, canonical(step, call, params), std::move(params)});
  }
  return mask;
}

std::string Mask::text() const {
  std::string text;
  for (const Link& link : links_) text += (text.empty() ? "" : " | ") + link.call.text();
  return text;
}

void Prepared::apply(table::Chunk& chunk) const {
  assert(!folds() && "a mask that mixes records has no release record by record");
  for (const Plan& plan : plans_) plan.apply(chunk);
}

void Prepared::require_visible(const table::Chunk& released, int bits) const {
  const StepCard& last = plans_.back().card;
  if (last.step != "noise" || last.sd.size() != columns().size()) return;  // other steps leave numbers of all digits
  masks::require_visible(Eigen::Map<const Vector>(last.sd.data(), static_cast<Index>(last.sd.size())), columns(), released,
                         bits);
}

bool Prepared::folds() const {
  return std::any_of(plans_.begin(), plans_.end(), [](const Plan& plan) { return plan.fold.has_value(); });
}

bool Prepared::undo(table::Chunk& chunk) const {
  // A step without a way back (rounding, binning, clipping) is passed over: what came out of it is the best guess of what went
  // in.
  bool whole = true;
  for (auto plan = plans_.rbegin(); plan != plans_.rend(); ++plan) {
    if (plan->undo) plan->undo(chunk);
    whole = whole && plan->undo && plan->undo_is_exact;
  }
  return whole;
}

bool Prepared::can_undo() const {
  return std::any_of(plans_.begin(), plans_.end(), [](const Plan& plan) { return static_cast<bool>(plan.undo); });
}

const std::vector<std::string>& Prepared::columns() const {
  return plans_.back().columns;
}

bool Prepared::any_run() const {
  return std::all_of(plans_.begin(), plans_.end(), [](const Plan& plan) { return plan.any_run; });
}

bool Prepared::keeps_integers() const {
  return std::all_of(plans_.begin(), plans_.end(), [](const Plan& plan) { return plan.keeps_integers; });
}

std::vector<std::string> Prepared::notes() const {
  std::vector<std::string> notes = remarks_;
  for (const Plan& plan : plans_)
    for (const std::string& note : plan.notes) notes.push_back(plan.card.step + ": " + note);
  return notes;
}

std::vector<stats::StepSecret> Prepared::secrets() const {
  std::vector<stats::StepSecret> secrets;
  for (const Plan& plan : plans_) secrets.push_back(plan.secret);
  return secrets;
}

Card Prepared::card() const {
  Card card;
  card.format = format_;
  card.mask = text_;
  for (const Plan& plan : plans_) card.steps.push_back(plan.card);
  card.attributes = attributes_;
  card.columns = columns();
  card.salt = to_hex(salt_);
  card.round = round_;
  return card;
}

}  // namespace guise::masks
