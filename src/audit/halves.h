// SPDX-License-Identifier: Apache-2.0
// Attacks are judged on one half of the records and reported on the other: the best of many attacks is also the luckiest, and
// its luck ends where it was not looked for (beyond the papers, the winner's curse). Every release of the table is split in its
// own way: what is left to luck by the split then differs between keys as what the mask leaves to it, and is in the intervals
// over keys. With one split for all keys 95 % intervals held the figures of the whole table in 88 of 100 audits.
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

  /// Own rows of a window that are scored, counted from its first own row; `release` is the number of the variant.
  struct Rows {
    std::vector<Index> choice, report;
  };
  Rows rows(const table::Window& window, std::size_t release) const;
  bool split() const { return split_; }

 private:
  const Draws& draws_;
  bool split_;
  random::Rng rng_;
};

}  // namespace guise::audit
