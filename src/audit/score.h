// SPDX-License-Identifier: Apache-2.0
// From comparisons to figures with intervals, and to a status.
#pragma once
#include <limits>

#include "audit/audit.h"
#include "measures/measure.h"

namespace guise::audit {

/// A figure of all keys together: the mean over keys and its 95 % t-interval; with one key, the interval within the key. The
/// t-interval is cut where the figure ends: an error below 0 there is not, and a share above 1.
struct Range {
  double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
};
inline constexpr Range kPositive{.least = 0}, kShare{.least = 0, .most = 1};
Spread spread(const std::vector<measures::Value>& by_key, const Range& range = {});

/// The pooled figure `name` of a trial over its keys; `key` picks one of a family ("0.1" of within).
Spread pooled(const Trial& trial, std::string_view name, std::string_view key = {});
/// The same for one scored attribute.
Spread of_attribute(const Trial& trial, std::string_view name, std::size_t attribute, std::string_view key = {});

/// What is left of the variance once the units of each attribute are put right by a shift and a positive factor, which public
/// figures about such tables tell: 1 - corr^2. A guess that points the wrong way counts against it, 1 + corr^2, so that luck
/// cancels over the keys. Pooled, or of one scored attribute.
Spread calibrated(const Trial& trial, std::optional<std::size_t> attribute = {});

/// What known columns tell by themselves: a trial that leaves the release alone.
inline constexpr std::string_view kWithoutRelease = "known columns";
/// Whether anything was tried on the release itself.
bool attacked(const AttackerResult& result);

/// The same attack with the same settings, learnt from more or less.
bool same_attack(const Trial& one, const Trial& other);

/// Fills the spreads, the statuses and the worst trial; of trials of the same attack the better one stays. `mean`: the
/// comparison of guessing the mean, of all attributes, on the records that are reported and on those that are chosen by.
void score(AttackerResult& result, const measures::Comparison& mean, const measures::Comparison& mean_of_choice);

}  // namespace guise::audit
