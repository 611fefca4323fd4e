// SPDX-License-Identifier: Apache-2.0
// What the advisor looks at before it tries masks: the moments of the table, and samples of it in memory.
#pragma once
#include "audit/advise.h"
#include "stats/moments.h"

namespace guise::audit {

struct SeenSample {
  stats::Moments moments;
  Matrix screen, race;  ///< records for the two levels of evaluator.h, in the order of the table; a label is the last column
};
SeenSample look_through(const table::Table& originals, const AdviceRequest& request);

}  // namespace guise::audit
