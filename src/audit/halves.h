// SPDX-License-Identifier: Apache-2.0
// Attacks are judged on one half of the records and reported on the other: the best of many attacks is also the luckiest, and
// its luck ends where it was not looked for (beyond the papers, the winner's curse).
#pragma once
#include <vector>

#include "audit/draws.h"
#include "random/rng.h"
#include "table/transform.h"

namespace guise::audit {

class Halves {
 public:
  /// `records`: how many are scored. Few are not split: both halves are then all of them.
  Halves(const Draws& draws, std::int64_t records, const random::Rng& rng);

  /// Own rows of a window that are scored, counted from its first own row.
  struct Rows {
    std::vector<Index> choice, report;
  };
  Rows rows(const table::Window& window) const;
  bool split() const { return split_; }

 private:
  const Draws& draws_;
  bool split_;
  random::Rng rng_;
};

}  // namespace guise::audit
