// SPDX-License-Identifier: Apache-2.0
// A mask drawn with one key, and all of them side by side: [originals | release, second release | … | kept columns].
#pragma once
#include <optional>
#include <vector>

#include "attacks/knowledge.h"
#include "attacks/summed.h"
#include "audit/audit.h"
#include "masks/mask.h"
#include "table/chunk.h"

namespace guise::audit {

struct Variant {
  std::size_t mask = 0;                        ///< which of the request's masks
  std::string reading = {};                    ///< of a given release whose mask is unknown: what it is taken for
  std::vector<std::string> columns = {};       ///< of the release; none where it has no row for each record
  std::optional<masks::Prepared> first;        ///< absent where the release was given
  std::optional<masks::Prepared> second = {};  ///< the same mask with another key, for who has two releases
  attacks::CardKnowledge card = {};            ///< what the public card tells
  /// What the shared half of the key tells on top, where it tells anything. An insider who can undo the matrices sees a release
  /// of its own, in the originals' columns.
  std::optional<attacks::CardKnowledge> insider = {};
  Index release_at = 0, second_at = 0, insider_at = 0;  ///< where its columns start in the wide matrix
  Index width() const { return static_cast<Index>(columns.size()); }
  bool undoes() const { return insider && insider->to_original && width() > 0; }
  /// An insider whom the matrices leave many records open: he has to know what such records are like.
  bool leaves_open() const { return insider && insider->knowledge.mixed; }
  /// An insider who knows the weights of sums over records, and not too many of them.
  bool solves() const { return insider && insider->knowledge.sums && attacks::few_enough(insider->knowledge.sums->weights); }
};

/// What somebody sees of a variant: some columns of the wide matrix.
struct View {
  Index at = 0, width = 0;
};

class Variants {
 public:
  /// Prepares every mask with every key, or takes the release that is given. `seconds`: some attacker has a second release;
  /// `insiders`: one has the matrices.
  Variants(const table::Table& originals, const Request& request, bool seconds, bool insiders);

  const std::vector<Variant>& all() const { return variants_; }
  Index columns() const { return columns_; }  ///< of the wide matrix
  View side() const { return {columns_ - side_, side_}; }  ///< kept columns

  /// Replaces what was read (Request::reads) by the wide matrix.
  void widen(table::Chunk& chunk) const;

  View release(std::size_t variant) const;
  View insider(std::size_t variant) const;  ///< the same where the insider cannot undo the matrices

  /// The released records of these rows, as they were read, under one variant, as anybody sees them.
  Matrix released(std::size_t variant, const Matrix& rows, const std::vector<std::int64_t>& records) const;

 private:
  void prepare(const table::Table& originals, const Request& request, bool seconds, bool insiders);
  void take(const Given& given);
  Index attributes_ = 0, side_ = 0, columns_ = 0;
  std::vector<Variant> variants_;
};

}  // namespace guise::audit
