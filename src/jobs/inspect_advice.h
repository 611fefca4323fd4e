// SPDX-License-Identifier: Apache-2.0
// What the roles of columns mean for a release, and what to mask.
#pragma once
#include "jobs/inspect.h"
#include "stats/moments.h"

namespace guise::jobs {

/// Adds notes on identifiers, weights, constants, dates and copies, and the next step. `moments` are of the `numeric` columns.
void advise_next(const stats::Moments& moments, const std::vector<std::string>& numeric, InspectResult& result);

}  // namespace guise::jobs
