// SPDX-License-Identifier: Apache-2.0
// Parquet to Parquet: the work rides inside DuckDB's COPY.
#pragma once
#include <functional>
#include <optional>

#include "table/writer.h"

namespace guise::table {

/// Nothing when the table, the output or the work does not allow it: the work needs whole blocks and the row groups are not,
/// records are dropped, or either side is another format. Kept columns pass through with their types.
std::optional<Written> copy_parquet(const Reader& in, const Selection&, const Work&, const Output&, const Release&,
                                    AtomicFile* file, const std::function<void(Chunk&)>& work);

}  // namespace guise::table
