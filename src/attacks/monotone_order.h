// SPDX-License-Identifier: Apache-2.0
// Which released column is a monotone function of which attribute, rising or falling: by what such functions leave as it is,
// the correlations and third moments of normal scores, and the shares of equal values. Beyond-2 section 4.3.
#pragma once
#include <vector>

#include "attacks/knowledge.h"
#include "attacks/rank_profile.h"

namespace guise::attacks {

struct MonotoneOrder {
  std::vector<Index> column;    ///< of each attribute
  std::vector<double> sign;     ///< 1: rising, -1: falling
  Index doubtful = 0;           ///< attributes that could as well be another column, or the other way round
  double misfit_per_entry = 0;  ///< mean squared difference of the correlations, in their sampling errors; 1 is chance
};

/// `ordered`: column j is attribute j, and only directions are open. A column counts as rising, and as in its own place, unless
/// something else is clearly better. Known pairs add what their own ranks say. As many columns as attributes.
MonotoneOrder monotone_order(const RankProfile& release, const RankProfile& originals, bool ordered, const Pairs* pairs);

}  // namespace guise::attacks
