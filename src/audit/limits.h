// SPDX-License-Identifier: Apache-2.0
// Limits on what may be disclosed, and whether an audit stays below them.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "audit/audit.h"

namespace guise::audit {

/// Where a limited figure comes from; where higher is worse for the people in the table.
enum class Limited {
  measure,  ///< of the guesses: within0.1, recovery0.1, information
  gets,     ///< share recovered, once units are known, of the variance that is open without the release: 1 - calibrated / open
  linked,   ///< share of the known records found in the release
  epsilon   ///< of the certificate, at release::kStatedDelta; without a guarantee every limit is exceeded
};

/// "within0.1=0.2": no attacker may get more than 20 % of any attribute to a tenth of its standard deviation.
struct Limit {
  Limited kind;
  std::string figure;          ///< "within0.1"
  std::string measure, key;    ///< "within" and "0.1", for Limited::measure
  std::string attribute = {};  ///< of this one alone; empty: of each
  double value = 0;
  std::string text() const;  ///< "within0.1:income<=0.2"
};

/// FIGURE=VALUE, FIGURE<=VALUE or FIGURE:ATTRIBUTE=VALUE; throws an Error with the nearest name.
Limit parse_limit(std::string_view text, const std::vector<std::string>& columns);

/// Names that parse_limit takes.
std::vector<std::string> limited_figures();

/// How one mask fares against one limit. The worst is the one with the largest upper end of its 95 % interval, over attackers,
/// attacks and attributes; the limit is exceeded when that is above it, when nothing could be measured, or when only some of
/// the attacks were tried: what was not tested has not passed. Two things are left out: the thief, who has the whole key
/// and gets everything by right; and what an attacker who knows columns gets from those without any release: its `gets` is of
/// what they leave open, and other figures count where the release gives at least 5 % of that.
struct Checked {
  Limit limit;
  std::string mask;
  Spread worst;           ///< NaN where nothing was found
  bool assessed = false;  ///< some attacker tried
  bool partial = false;   ///< only some attacks were tried: what was not tested has not passed
  std::string attacker = {}, attack = {}, attribute = {};
  bool exceeded = true;
};
/// What guessing the mean reaches counts for every mask, also where nobody could tell the mean from the release: public figures
/// tell it. `mask`: of the audit.
Checked check(const Limit& limit, const MaskResult& mask, const Result& audit);

/// Every limit for every mask, limits outermost.
std::vector<Checked> check(const std::vector<Limit>& limits, const Result& result);
bool any_exceeded(const std::vector<Checked>& checked);

/// "Over the limit: …" or "Within the limit: …", a sentence each; 80 columns.
std::string limits_text(const std::vector<Checked>& checked);
/// The array `limits` of audit.json.
nlohmann::json limits_json(const std::vector<Checked>& checked);

}  // namespace guise::audit
