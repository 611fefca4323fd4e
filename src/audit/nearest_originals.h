// SPDX-License-Identifier: Apache-2.0
// The originals nearest to each of some rows, in one pass over all of them.
#pragma once
#include <vector>

#include "audit/owners.h"

namespace guise::audit {

struct Candidate {
  double squared = 0;  ///< distance
  std::int64_t record = 0;
  bool operator<(const Candidate& other) const {
    return squared < other.squared || (squared == other.squared && record < other.record);
  }
};

/// For each row, in standard units, the `count` nearest originals, the nearest first.
std::vector<std::vector<Candidate>> nearest_originals(const Matrix& rows, std::size_t count, const Originals& originals);

}  // namespace guise::audit
