// SPDX-License-Identifier: Apache-2.0
// Steps that look at all records before any is released: ranks of a column, groups of similar records.
#pragma once
#include <string_view>

#include "masks/step.h"

namespace guise::masks {

/// Releases of each record what stands in its row of `released`, whose rows are those of the input's table. Records that are
/// not of that table are refused.
Plan table_plan(const StepInput& input, Matrix released, std::string_view step);

/// Refuses a table with a constant column, which such a step would leave in clear, and fewer than `least` records.
void require_varied(const StepInput& input, std::string_view step, Index least);

/// Rows in the rising order of a column, equal values as they come.
std::vector<Index> by_rank(const Matrix& values, Index column);

/// The same, equal values in an order by key.
std::vector<Index> rank_order(const WholeTable& table, Index column, const random::Rng& own);

}  // namespace guise::masks
