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

/// For each row the column it gets, of its candidates, which are the cheapest columns; -1 where others need all of them more.
/// Any other column would cost the row more than its dearest candidate: -1 costs twice that. Where all columns are candidates
/// there is no other, and -1 costs more than any way to avoid it.
std::vector<Index> assign_candidates(const std::vector<std::vector<Candidate>>& candidates, Index columns);

}  // namespace guise::linalg
