// SPDX-License-Identifier: Apache-2.0
// A mask drawn with one key, and all of them side by side: [originals | release, second release | release, second release | …].
#pragma once
#include <optional>
#include <vector>

#include "attacks/knowledge.h"
#include "audit/audit.h"
#include "masks/mask.h"
#include "table/chunk.h"

namespace guise::audit {

struct Variant {
  std::size_t mask = 0;  ///< which of the request's masks
  masks::Prepared first;
  std::optional<masks::Prepared> second;  ///< the same mask with another key, for who has two releases
  attacks::CardKnowledge card;            ///< what the public card tells
  Index release_at = 0, second_at = 0;    ///< where its columns start in the wide matrix
  Index width() const { return static_cast<Index>(first.columns().size()); }
};

class Variants {
 public:
  /// Prepares every mask with every key. `seconds`: some attacker has a second release.
  Variants(const table::Table& originals, const Request& request, bool seconds);

  const std::vector<Variant>& all() const { return variants_; }
  Index columns() const { return columns_; }  ///< of the wide matrix

  /// Replaces the originals in the chunk by the wide matrix.
  void widen(table::Chunk& chunk) const;

 private:
  Index attributes_ = 0, columns_ = 0;
  std::vector<Variant> variants_;
};

}  // namespace guise::audit
