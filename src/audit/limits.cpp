// SPDX-License-Identifier: Apache-2.0
#include "audit/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "audit/score.h"
#include "base/error.h"
#include "base/names.h"
#include "measures/comparison.h"

namespace guise::audit {
namespace {

constexpr Spread kNothingFound = {measures::kNothing, measures::kNothing, measures::kNothing};

/// Everything that can be limited, without attribute and value.
std::vector<Limit> figures() {
  std::vector<Limit> all{{.kind = Limited::gets, .figure = "gets", .measure = {}, .key = {}}};
  const auto add = [&](std::string measure, std::string key) {
    all.push_back({.kind = Limited::measure, .figure = measure + key, .measure = measure, .key = key});
  };
  for (const double tolerance : measures::kWithin) add("within", fmt::format("{}", tolerance));
  for (const double tolerance : measures::kRecovery) add("recovery", fmt::format("{}", tolerance));
  add("information", "");
  all.push_back({.kind = Limited::linked, .figure = "linked", .measure = {}, .key = {}});
  all.push_back({.kind = Limited::epsilon, .figure = "epsilon", .measure = {}, .key = {}});
  return all;
}

/// Shares end at 1; bits, ratios and epsilon do not end.
bool is_share(const Limit& limit) {
  return limit.kind == Limited::gets || limit.kind == Limited::linked || !limit.key.empty();
}

bool per_attribute(const Limit& limit) {
  return limit.kind == Limited::gets || limit.kind == Limited::measure;
}

Limit find_figure(std::string_view name) {
  const std::vector<Limit> all = figures();
  for (const Limit& figure : all)
    if (figure.figure == name) return figure;
  const auto known = measures::all_measures();
  const bool family = name == "within" || name == "recovery";
  require(family || std::none_of(known.begin(), known.end(), [&](const auto* measure) { return measure->name == name; }),
          "'{}' cannot be limited from above: the more of it is left, the better; limit 'gets' instead", name);
  std::vector<std::string_view> names;
  for (const Limit& figure : all) names.push_back(figure.figure);
  refuse("no figure named '{}' can be limited{} (there are {})", name, did_you_mean(name, names), enumerate(names));
}

double parse_value(std::string_view digits, std::string_view text, const Limit& limit) {
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool number = error == std::errc() && end == digits.data() + digits.size() && std::isfinite(value);
  require(number && value >= 0 && (!is_share(limit) || value <= 1), "limit '{}': {} is limited by {}, got '{}'", text,
          limit.figure, is_share(limit) ? "a share between 0 and 1" : "a number of at least 0", digits);
  return value;
}

// An attribute counts for an attacker who knows others when the release gives so much of what those leave open (as in
// score.cpp: with many records any excess is significant, and means nothing).
constexpr double kExcess = 0.05;

/// Of the variance that the attacker's knowledge leaves without the release, the share that is recovered with it.
Spread recovered(const AttackerResult& result, const Trial& trial, std::size_t attribute) {
  const double open = square(result.baseline[static_cast<Index>(attribute)]);
  if (!(open > 0)) return kNothingFound;
  const Spread left = calibrated(trial, attribute);
  return {1 - left.value / open, 1 - left.high / open, 1 - left.low / open};
}

/// Whether an attacker knows something of everybody, which predicts entries by itself.
bool predicts(const AttackerResult& result) {
  return !result.attacker.known.empty() || result.without.size() > 2;  // more than constants
}

Spread figure_of(const Limit& limit, const AttackerResult& result, const Trial& trial, std::size_t attribute) {
  const Spread gets = recovered(result, trial, attribute);
  if (limit.kind == Limited::gets) return gets;
  if (predicts(result) && !(gets.low > kExcess)) return kNothingFound;
  return of_attribute(trial, limit.measure, attribute, limit.key);
}

/// Keeps what may be largest: the upper end of the interval is held against the limit. One key and an exact fit leave no
/// interval: then its ends are the value.
void worsen(Checked& checked, Spread found, const std::string& attacker, const std::string& attack,
            const std::string& attribute) {
  if (!std::isfinite(found.value)) return;
  if (!std::isfinite(found.low)) found.low = found.value;
  if (!std::isfinite(found.high)) found.high = found.value;
  if (std::isfinite(checked.worst.value) &&
      std::pair(checked.worst.high, checked.worst.value) >= std::pair(found.high, found.value))
    return;
  if (is_share(checked.limit)) found = {std::max(0.0, found.value), std::max(0.0, found.low), std::clamp(found.high, 0.0, 1.0)};
  checked.worst = found;
  checked.attacker = attacker;
  checked.attack = attack;
  checked.attribute = attribute;
}

bool concerns(const Limit& limit, const std::string& attribute) {
  return limit.attribute.empty() || limit.attribute == attribute;
}

void look_at_mean(Checked& checked, const Result& audit) {
  if (checked.limit.kind != Limited::measure) return;  // it recovers nothing of the variance and finds nobody
  for (const measures::Comparison& mean : audit.mean) {
    const Trial trial{.attack = "mean", .reason = {}, .notes = {}, .by_key = {mean}, .nrmse = {}, .residual = {}};
    for (std::size_t j = 0; j < audit.columns.size(); ++j)
      if (concerns(checked.limit, audit.columns[j]))
        worsen(checked, of_attribute(trial, checked.limit.measure, j, checked.limit.key), "anybody", "mean", audit.columns[j]);
  }
}

void look_at(Checked& checked, const AttackerResult& result, const Trial& trial) {
  if (trial.unaided) return;  // that is not what the release gives
  if (checked.limit.kind == Limited::linked) {
    if (!trial.linked) return;
    checked.assessed = true;
    return worsen(checked, *trial.linked, result.attacker.text(), trial.attack, "");
  }
  if (trial.by_key.empty()) return;
  for (std::size_t j = 0; j < result.columns.size(); ++j) {
    if (!concerns(checked.limit, result.columns[j])) continue;
    checked.assessed = true;
    worsen(checked, figure_of(checked.limit, result, trial, j), result.attacker.text(), trial.attack, result.columns[j]);
  }
}

}  // namespace

std::string Limit::text() const {
  return fmt::format("{}{}{}<={}", figure, attribute.empty() ? "" : ":", attribute, value);
}

std::vector<std::string> limited_figures() {
  std::vector<std::string> names;
  for (const Limit& figure : figures()) names.push_back(figure.figure);
  return names;
}

Limit parse_limit(std::string_view text, const std::vector<std::string>& columns) {
  const std::size_t equals = text.rfind('=');  // an attribute's name may have one too
  require(equals != std::string_view::npos && equals > 0, "limit '{}' is not FIGURE=VALUE, such as within0.1=0.2", text);
  std::string_view name = text.substr(0, equals);
  if (name.ends_with('<')) name.remove_suffix(1);
  const std::size_t colon = name.find(':');
  Limit limit = find_figure(name.substr(0, colon));
  limit.value = parse_value(text.substr(equals + 1), text, limit);
  if (colon == std::string_view::npos) return limit;
  limit.attribute = name.substr(colon + 1);
  require(per_attribute(limit), "limit '{}': {} is of the whole release, not of one attribute", text, limit.figure);
  const std::vector<std::string_view> names(columns.begin(), columns.end());
  require(std::find(columns.begin(), columns.end(), limit.attribute) != columns.end(),
          "limit '{}': no masked column named '{}'{}", text, limit.attribute, did_you_mean(limit.attribute, names));
  return limit;
}

Checked check(const Limit& limit, const MaskResult& mask, const Result& audit) {
  Checked checked{.limit = limit, .mask = mask.mask, .worst = kNothingFound};
  if (limit.kind == Limited::epsilon) {
    const auto epsilon = release::certified_epsilon(mask.certificate, release::kStatedDelta);
    checked.assessed = epsilon.has_value();
    if (epsilon) checked.worst = {*epsilon, *epsilon, *epsilon};
  } else {
    for (const AttackerResult& result : mask.attackers)
      if (!result.attacker.kind->has(attacks::Fact::key))
        for (const Trial& trial : result.trials) look_at(checked, result, trial);
    look_at_mean(checked, audit);
  }
  const bool some = !audit.attacks.empty() || !audit.left_out.empty() || audit.partial;
  checked.partial = some && limit.kind != Limited::epsilon;
  checked.exceeded = !checked.assessed || checked.partial || checked.worst.high > limit.value;
  return checked;
}

std::vector<Checked> check(const std::vector<Limit>& limits, const Result& result) {
  std::vector<Checked> all;
  for (const Limit& limit : limits)
    for (const MaskResult& mask : result.masks) all.push_back(check(limit, mask, result));
  return all;
}

bool any_exceeded(const std::vector<Checked>& checked) {
  return std::any_of(checked.begin(), checked.end(), [](const Checked& each) { return each.exceeded; });
}

}  // namespace guise::audit
