// SPDX-License-Identifier: Apache-2.0
// From where on a finding counts: the thresholds of the verdict, by name. docs/audit.md says what each is for; the numbers
// stand here and nowhere else.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace guise::audit {

/// `recovered` to `linked` are shares of what the baseline leaves open: with millions of records any excess is significant, and
/// a small one means nothing.
struct Thresholds {
  double recovered = 0.19;    ///< the error falls below 0.9 of the baseline's
  double close = 0.05;        ///< one entry in twenty
  double whole = 0.02;        ///< one person in fifty, every value
  double linked = 0.05;       ///< one known person in twenty
  double linked_upper = 0.1;  ///< above this upper end links are undecided: of 100 people three may be linked
  double shows = 0.25;        ///< of a threshold: an excess below this share of it is no doubt, however wide its interval
  double severe = 0.5;        ///< half of a column, of the records or of the known people: not to be published
  double identified = 0.5;    ///< records that unmasked columns identify: the grade is at best `leaks`
  double records = 30;        ///< with fewer compared records there is no verdict
};

struct ThresholdEntry {
  std::string_view name;
  double Thresholds::*place;
  std::string_view help;
  double least, most;
};
std::span<const ThresholdEntry> threshold_entries();

/// "close=0.1" sets one; refuses unknown names with the nearest, and values that no table could have.
void set_threshold(Thresholds& thresholds, std::string_view text);
Thresholds parse_thresholds(const std::vector<std::string>& texts);

/// Two sentences for below the verdict.
std::string thresholds_text(const Thresholds& thresholds);
nlohmann::json thresholds_json(const Thresholds& thresholds);

}  // namespace guise::audit
