// SPDX-License-Identifier: Apache-2.0
// Missing values under the chosen policy, and the values no policy accepts.
#pragma once
#include "table/reader.h"

namespace guise::table {

/// Applies the policy to a chunk as a source gives it (missing = NaN). Refuses infinities, and integers that a double cannot
/// hold.
class MissingPolicy {
 public:
  MissingPolicy(const Reader&, const Selection&);
  void apply(Chunk& chunk) const;

 private:
  void refuse_first(const Chunk& chunk) const;
  const Reader& reader_;
  const Selection& selection_;
  std::vector<bool> wide_;  // per attribute: the column's integers may exceed 2^53
};

}  // namespace guise::table
