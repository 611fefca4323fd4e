// SPDX-License-Identifier: Apache-2.0
// One-to-one assignment of least total cost where each row may only get one of a few columns. Jonker and Volgenant (1987),
// shortest augmenting paths, on lists of candidates.
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::linalg {

struct Candidate {
  Index column = 0;
  double cost = 0;  ///< at least 0
};

/// For each row the column it gets, of its candidates; -1 where others need all of them more. As many rows as possible get one:
/// to leave a row out costs more than any way to avoid it.
std::vector<Index> assign_candidates(const std::vector<std::vector<Candidate>>& candidates, Index columns);

}  // namespace guise::linalg
