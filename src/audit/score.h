// SPDX-License-Identifier: Apache-2.0
// From comparisons to figures with intervals, and to a status.
#pragma once
#include <limits>

#include "audit/audit.h"
#include "measures/measure.h"

namespace guise::audit {

/// A figure of all keys together: the mean over keys and its 95 % t-interval; with one key, the interval within the key. The
/// t-interval is cut where the figure ends: an error below 0 there is not, and a share above 1. `family`: so many intervals are
/// to hold together with 95 % (Bonferroni).
struct Range {
  double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
};
inline constexpr Range kPositive{.least = 0}, kShare{.least = 0, .most = 1};
Spread spread(const std::vector<measures::Value>& by_key, const Range& range = {}, double family = 1);

/// Of a figure that is far off with some keys, from five of them on: the median, between two of the values that hold it with
/// 93.75 % or more whatever the figure's law (five values: the least and the largest). Of fewer keys as above.
Spread typical(const std::vector<measures::Value>& by_key);

/// The pooled figure `name` of a trial over its keys; `key` picks one of a family ("0.1" of within).
Spread pooled(const Trial& trial, std::string_view name, std::string_view key = {});
/// The same for one scored attribute.
Spread of_attribute(const Trial& trial, std::string_view name, std::size_t attribute, std::string_view key = {});

/// What is left of the variance once the units of each attribute are put right by a shift and a positive factor, which public
/// figures about such tables tell: 1 - corr^2. A guess that points the wrong way counts against it, 1 + corr^2, so that luck
/// cancels over the keys. Pooled, or of one scored attribute.
Spread calibrated(const Trial& trial, std::optional<std::size_t> attribute = {});
/// The same of some comparisons, one for each key, and of a single one: of each attribute and pooled.
using Comparisons = std::vector<measures::Comparison>;
Spread over_keys(const Comparisons& by_key, std::string_view name, std::optional<std::size_t> attribute, std::string_view key);
Spread calibrated_over_keys(const Comparisons& by_key, std::optional<std::size_t> attribute);
measures::Figure calibrated_figure(const measures::Comparison& comparison);

/// The same attack with the same settings, learnt from more or less.
bool same_attack(const Trial& one, const Trial& other);

/// Fills the spreads, the baseline, the criteria, the statuses and the worst trial; of trials of the same attack the better one
/// stays. `parts`: whom the attacker includes, for intervals that hold for the best of all of them.
void score(AttackerResult& result, const Thresholds& thresholds = {}, std::size_t parts = 0);

/// An attacker's outcome is the best of its own and of those of everybody it includes (audit/inclusion.h), as they are
/// reported: takes from `part`, who is scored in at least the same columns, what is better there.
void take_over(AttackerResult& result, const AttackerResult& part, const Thresholds& thresholds = {});

}  // namespace guise::audit
