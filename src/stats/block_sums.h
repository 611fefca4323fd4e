// SPDX-License-Identifier: Apache-2.0
// One column of a block of records, read once: bits depend on the numbers alone, not on where they lie in memory (a library's
// reductions start at an aligned address) and not on the instruction set.
#pragma once
#include "base/matrix.h"

namespace guise::stats {

struct ColumnSummary {
  double sum;          ///< of the shifted values
  double least, most;  ///< of the values as they are
};
struct Range {
  double least, most;  ///< infinite the wrong way round when there are no values
  bool finite;         ///< no NaN and no infinity among them; else the others mean nothing
};
Range range_of(const double* values, Index count);

/// shifted = values - shift.
ColumnSummary shift_column(const double* values, Index count, double shift, double* shifted);

}  // namespace guise::stats
