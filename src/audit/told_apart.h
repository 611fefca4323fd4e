// SPDX-License-Identifier: Apache-2.0
// Whether released rows have owners among the originals at all. The nearest original is always near; a row of its owner has one
// that is much nearer than the next. Originals that look for themselves among the others say how much is usual without an
// owner.
#pragma once
#include "audit/owners.h"

namespace guise::audit {

struct ToldApart {
  double share = 0;   ///< of the rows whose nearest original is nearer than chance explains, at least
  double errors = 0;  ///< standard errors of the difference between rows and decoys
  bool no_chance() const;
};

/// `rows`: those to judge by, which no channel was fitted to; decoys are the owners from `decoys` on.
ToldApart told_apart(const Owners& owners, const std::vector<Index>& rows, Index decoys);

}  // namespace guise::audit
