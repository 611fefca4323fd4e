// SPDX-License-Identifier: Apache-2.0
// Microaggregated releases: equal rows are the mean of as many originals. Which ones is found exactly, because no other group
// of neighbours has the same mean. Domingo-Ferrer and Mateo-Sanz 2002; beyond-2 section 1.2.
#pragma once
#include <optional>

#include "audit/owners.h"
#include "audit/same_rows.h"

namespace guise::audit {

struct AveragedRows {
  double found = 0;           ///< share of the groups whose members are known, beyond what luck explains
  double errors = 0;          ///< standard errors of the difference between groups and decoys
  double certainty = 0;       ///< chance that a row is given to its own person: 1/k where the group is known
  Matrix originals, release;  ///< rows that belong together, groups whole; those of groups that were not found are the nearest
  bool no_chance() const;
};

/// Nothing where most released rows have no equal. `some`: originals that decoys are made of, in their own units.
std::optional<AveragedRows> averaged_rows(const Sides& sides, const SameRows& same, const RowCode& code,
                                          const Originals& originals, const Matrix& some, const Matrix& released);

}  // namespace guise::audit
