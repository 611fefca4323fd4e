// SPDX-License-Identifier: Apache-2.0
// Column sums of a block of records with bits that depend on the numbers alone: not on where they lie in memory (a library's
// reductions start at an aligned address) and not on the instruction set.
#pragma once
#include "base/matrix.h"

namespace guise::stats {

struct ColumnSummary {
  double sum, least, most;
};
ColumnSummary summarize_column(const double* values, Index count);

/// out = values - shift; returns the sum of out.
double shift_column(const double* values, Index count, double shift, double* out);

}  // namespace guise::stats
