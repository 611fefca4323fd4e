// SPDX-License-Identifier: Apache-2.0
// The inner loop of a comparison: one column of at most one block of records.
#pragma once
#include <span>

#include "measures/groups.h"

namespace guise::measures {

/// One column of a block, in groups.
struct ColumnSums {
  GroupSums groups[kGroups];
  double cross = 0;  ///< of the whole block, about the means that were given
};

/// `truth_mean` and `guess_mean`: of this block. An sd of 0 (constant truth) leaves out all that is measured in it.
ColumnSums sum_column(std::span<const double> truth, std::span<const double> guess, double truth_mean, double guess_mean,
                      double sd);

}  // namespace guise::measures
