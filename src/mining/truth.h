// SPDX-License-Identifier: Apache-2.0
// The originals beside a release: the same task mined in both, and how far apart the findings are.
#pragma once
#include "base/card.h"
#include "mining/task.h"

namespace guise::mining {

/// The originals as the release shows them where nothing is lost: its attributes, in its order; columns compared where records
/// were mixed; standardized where the mask begins with that. `release` says what was done to them, `cards` in which order.
Data truth_of(std::shared_ptr<const table::Table> originals, const Data& release, const std::vector<Card>& cards);

/// An agreement between what two bounds would reach: the same task on a bootstrap of the originals, and on originals whose
/// columns were shuffled each by itself, so that nothing is left but the single columns (beyond the papers: the usual bounds
/// for synthetic data). NaN where a bound has no meaning: for findings about single records there is no bootstrap.
struct Bounded {
  std::string name;
  double value, ceiling, floor;
};

std::vector<Bounded> compare(const Task&, const Mined& truth, const Mined& release, const random::Rng&);

}  // namespace guise::mining
