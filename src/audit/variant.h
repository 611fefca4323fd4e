// SPDX-License-Identifier: Apache-2.0
// A mask drawn with one key, and all of them side by side: [originals | release, second release, … | release, … | kept
// columns].
#pragma once
#include <optional>
#include <vector>

#include "attacks/knowledge.h"
#include "attacks/summed.h"
#include "audit/audit.h"
#include "audit/overlap.h"
#include "masks/mask.h"
#include "table/chunk.h"

namespace guise::audit {

struct Variant {
  std::size_t mask = 0;                        ///< which of the request's masks
  int key = 0;                                 ///< which of its keys in this round
  std::string reading = {};                    ///< of a given release whose mask is unknown: what it is taken for
  std::vector<std::string> columns = {};       ///< of the release; none where it has no row for each record
  std::optional<masks::Prepared> first;        ///< absent where the release was given
  std::optional<masks::Prepared> second = {};  ///< the same mask with another key, for who has two releases
  std::optional<masks::Prepared> next = {};    ///< … with the same matrices and new noise: the owner's next release
  attacks::CardKnowledge card = {};            ///< what the public card tells
  /// What the shared half of the key tells on top, where it tells anything. An insider who can undo the matrices sees a release
  /// of its own, in the originals' columns.
  std::optional<attacks::CardKnowledge> insider = {};
  std::optional<attacks::CardKnowledge> second_insider = {};  ///< the same of the second release
  Overlap overlap = {};                                       ///< what the next release adds
  Index release_at = 0, second_at = 0, insider_at = 0;        ///< where its columns start in the wide matrix
  Index insider_second_at = 0, overlap_at = 0;
  Index width() const { return static_cast<Index>(columns.size()); }
  bool undoes() const { return insider && insider->to_original && width() > 0; }
  /// An insider whom the matrices leave many records open: he has to know what such records are like.
  bool leaves_open() const { return insider && insider->knowledge.mixed; }
  /// An insider who knows the weights of sums over records, and not too many of them.
  bool solves_both() const { return solves() && second_insider && attacks::few_enough(both_weights()); }
  stats::RecordWeights both_weights() const;  ///< of the sums of both releases, beside each other
  bool solves() const { return insider && insider->knowledge.sums && attacks::few_enough(insider->knowledge.sums->weights); }
};

/// What somebody sees of a variant: some columns of the wide matrix.
struct View {
  Index at = 0, width = 0;
};

class Variants {
 public:
  /// Prepares every mask with every key, or takes the release that is given. `seconds`: some attacker has a second release;
  /// `insiders`: one has the matrices; `nexts`: one has the owner's next release.
  Variants(const table::Table& originals, const Request& request, bool seconds, bool insiders, bool nexts = false);

  const std::vector<Variant>& all() const { return variants_; }
  Index columns() const { return columns_; }               ///< of the wide matrix
  View side() const { return {columns_ - side_, side_}; }  ///< kept columns

  /// Replaces what was read (Request::reads) by the wide matrix.
  void widen(table::Chunk& chunk) const;

  View release(std::size_t variant) const;
  View insider(std::size_t variant) const;  ///< the same where the insider cannot undo the matrices
  View overlap(std::size_t variant) const;  ///< the mean of a release and the next one; the release where that adds nothing
  View second(std::size_t variant, const View& first) const;  ///< the second release, for who sees the first in this way

  /// The released records of these rows, as they were read, under one variant, as anybody sees them.
  Matrix released(std::size_t variant, const Matrix& rows, const std::vector<std::int64_t>& records) const;

 private:
  void prepare(const table::Table& originals, const Request& request, bool seconds, bool insiders, bool nexts);
  void add_second(Variant& variant, masks::Prepared second, bool secret);
  void add_next(Variant& variant, masks::Prepared next);
  void take(const Given& given);
  Index attributes_ = 0, side_ = 0, columns_ = 0;
  std::vector<Variant> variants_;
};

}  // namespace guise::audit
