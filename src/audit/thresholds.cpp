// SPDX-License-Identifier: Apache-2.0
#include "audit/thresholds.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/names.h"

namespace guise::audit {
namespace {

constexpr double kMostRecords = 1e9;

constexpr ThresholdEntry kEntries[] = {
    {"recovered", &Thresholds::recovered, "share of a column's variance recovered", 0, 1},
    {"close", &Thresholds::close, "share of a column's values within 0.1 sd", 0, 1},
    {"whole", &Thresholds::whole, "share of records with every value within 0.1 sd", 0, 1},
    {"linked", &Thresholds::linked, "share of known people who are linked", 0, 1},
    {"linked_upper", &Thresholds::linked_upper, "upper end of links above which they are undecided", 0, 1},
    {"shows", &Thresholds::shows, "share of a threshold below which an excess is no doubt", 0, 1},
    {"severe", &Thresholds::severe, "excess from which on a release is not to be published", 0, 1},
    {"identified", &Thresholds::identified, "share of records that unmasked columns may identify", 0, 1},
    {"records", &Thresholds::records, "compared records that a verdict takes at least", 1, kMostRecords},
};

double value_of(std::string_view digits, std::string_view text, const ThresholdEntry& entry) {
  double value = 0;
  const auto [end, trouble] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  require(trouble == std::errc() && end == digits.data() + digits.size() && value >= entry.least && value <= entry.most,
          "‘thresholds={}’: {} ({}) must be a number from {:g} to {:g}", text, entry.name, entry.help, entry.least, entry.most);
  return value;
}

}  // namespace

std::span<const ThresholdEntry> threshold_entries() {
  return kEntries;
}

void set_threshold(Thresholds& thresholds, std::string_view text) {
  const std::size_t equals = text.find('=');
  require(equals != std::string_view::npos, "‘thresholds={}’ is no NAME=VALUE, such as close=0.1", text);
  const std::string_view name = text.substr(0, equals);
  std::vector<std::string_view> names;
  for (const ThresholdEntry& entry : kEntries) {
    names.push_back(entry.name);
    if (entry.name == name) {
      thresholds.*entry.place = value_of(text.substr(equals + 1), text, entry);
      return;
    }
  }
  refuse("the verdict has no threshold '{}'{} (there are {})", name, did_you_mean(name, names), enumerate(names));
}

Thresholds parse_thresholds(const std::vector<std::string>& texts) {
  Thresholds out;
  for (const std::string& text : texts) set_threshold(out, text);
  require(out.linked_upper >= out.linked, "the threshold linked_upper ({:g}) must be at least that of linked ({:g}); set both",
          out.linked_upper, out.linked);
  return out;
}

std::string thresholds_text(const Thresholds& thresholds) {
  const auto percent = [](double share) { return fmt::format("{:.3g} %", 100 * share); };
  return fmt::format(
      "An attack counts from these figures on, beyond the same attacker without the release: {} of a column recovered, {} of "
      "its values within 0.1 sd, {} of whole records, {} of known people linked. DO NOT PUBLISH begins at {}. Set by "
      "‘thresholds’.",
      percent(thresholds.recovered), percent(thresholds.close), percent(thresholds.whole), percent(thresholds.linked),
      percent(thresholds.severe));
}

nlohmann::json thresholds_json(const Thresholds& thresholds) {
  nlohmann::json out = nlohmann::json::object();
  for (const ThresholdEntry& entry : kEntries) out[std::string(entry.name)] = thresholds.*entry.place;
  out["records"] = static_cast<std::int64_t>(std::ceil(thresholds.records));
  return out;
}

}  // namespace guise::audit
