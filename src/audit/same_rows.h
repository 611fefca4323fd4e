// SPDX-License-Identifier: Apache-2.0
// Rows of a release that are originals as they are, in whatever order and among whatever other rows.
#pragma once
#include <unordered_map>

#include "audit/contents.h"
#include "audit/restore.h"

namespace guise::audit {

struct SameRows {
  std::int64_t found = 0;      ///< contents of the release that one original alone has
  double by_luck = 0;          ///< as many would be expected if the rows were other people's of the same kind
  std::int64_t looked_at = 0;  ///< released rows, about
  Contents release;            ///< how often contents occur
  std::unordered_map<std::uint64_t, Vector> original;  ///< of these contents, as many as rows are put back
  bool no_chance() const;
};

/// Both sides have as many columns. `most`: of the originals that are returned.
SameRows same_rows(const Sides& sides, const table::Work& work, const RowCode& code, std::size_t most);

}  // namespace guise::audit
