// SPDX-License-Identifier: Apache-2.0
// Means of columns with gaps: what `--missing mean` fills in.
#pragma once
#include "base/matrix.h"
#include "table/table.h"

namespace guise::stats {

/// Means of the values that are there, the same bits for any threads and chunks. Refuses a column without a single value.
Vector column_means(const table::Table&, table::Selection, const table::Work&);

}  // namespace guise::stats
