// SPDX-License-Identifier: Apache-2.0
// Matches the rows of a shuffled release to their originals. The auditor has all originals, more than any attacker, and finds
// out what the mask did from them; guesses are then scored against the matched originals.
#pragma once
#include "audit/audit.h"

namespace guise::audit {

/// Originals and release as they lie in their files.
struct Sides {
  const table::Table& originals;
  const table::Table& release;
  table::Selection of_originals, of_release;
};

/// Whether rows of both belong together by their order: as many of them, and some column of either tells of one of the other.
bool rows_in_step(const Sides& sides, const table::Work& work);

struct Restored {
  PutBack how;
  Matrix
      both;  ///< originals and release side by side, row by row: a keyed sample of the release; no rows where nobody can tell
};

/// Nothing depends on the order of either file. `readings`: what may be known of the release; that of its card where there is
/// one.
Restored restore_rows(const Sides& sides, const std::vector<Given::Reading>& readings, const table::Work& work,
                      const random::Rng& rng);

}  // namespace guise::audit
