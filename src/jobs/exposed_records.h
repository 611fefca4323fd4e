// SPDX-License-Identifier: Apache-2.0
// The numbers of the records that a release exposes most.
#pragma once
#include <string>

#include "audit/audit.h"

namespace guise::jobs {

/// A line for each of the most exposed records under the worst attack of each attacker on each mask.
std::string exposed_csv(const audit::Result& result);

}  // namespace guise::jobs
