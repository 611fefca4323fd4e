// SPDX-License-Identifier: Apache-2.0
// From comparisons to figures with intervals, and to a status.
#pragma once
#include "audit/audit.h"
#include "measures/measure.h"

namespace guise::audit {

/// A figure of all keys together: the mean over keys and its 95 % t-interval; with one key, the interval within the key.
Spread spread(const std::vector<measures::Value>& by_key);

/// The pooled figure `name` of a trial over its keys; `key` picks one of a family ("0.1" of within).
Spread pooled(const Trial& trial, std::string_view name, std::string_view key = {});
/// The same for one scored attribute.
Spread of_attribute(const Trial& trial, std::string_view name, std::size_t attribute, std::string_view key = {});

/// Fills the spreads, the statuses and the worst trial. `mean`: the comparison of guessing the mean, of all attributes.
void score(AttackerResult& result, const measures::Comparison& mean);

}  // namespace guise::audit
