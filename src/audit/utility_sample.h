// SPDX-License-Identifier: Apache-2.0
// The records that utility is measured in: a keyed sample of the originals, and what every mask makes of it.
#pragma once
#include "audit/variant.h"
#include "mining/data.h"

namespace guise::audit {

struct UtilitySample {
  mining::Records records;  ///< originals in an order of their own; `numbers` are those of the table
  Matrix given = {};        ///< the same records of a given release
  std::vector<std::string> columns;
  std::optional<mining::Label> label = {};

  mining::Data originals() const { return mining::in_memory(records, columns, label); }
  bool has_classes() const { return label && !label->classes.empty(); }
  bool has_number() const { return label && label->classes.empty(); }
};

/// One pass over the table, two where the label is text. Refuses a label that is masked, missing or the same everywhere.
UtilitySample draw_sample(const table::Table& originals, const Request& request, const random::Rng& rng);

/// The same records as a variant releases them, with what its card tells. A mask that mixes records releases sums over the
/// whole table, which take a pass.
mining::Data release_of(const UtilitySample& sample, const table::Table& originals, const Request& request,
                        const Variants& variants, std::size_t variant);

/// What a figure lives on.
enum class Lives { records, distances, columns, units };
/// Why a release has lost it; empty: it has not.
std::string why_lost(const mining::Data& release, Lives on);

}  // namespace guise::audit
