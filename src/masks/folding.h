// SPDX-License-Identifier: Apache-2.0
// The release of a mask that mixes records, gathered while the records pass, from any thread.
#pragma once
#include "masks/mask.h"
#include "stats/ordered_merge.h"

namespace guise::masks {

class Folding {
 public:
  explicit Folding(const Prepared& mask);
  Index sums() const;  ///< records of the release
  void add(const table::Chunk& originals);

  struct Sums {
    Matrix values = {};        ///< the whole release
    std::int64_t records = 0;  ///< that were summed
    void merge(const Sums& later);
  };
  Sums finish();

 private:
  void add_sums(const table::Chunk& chunk);
  static std::size_t place_of(const std::vector<Plan>& plans);
  const std::vector<Plan>& plans_;
  std::size_t at_;  // the step that mixes records
  stats::OrderedMerge<Sums> merged_;
};

}  // namespace guise::masks
