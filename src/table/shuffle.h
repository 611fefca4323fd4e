// SPDX-License-Identifier: Apache-2.0
// Writing records in the order of a number instead of their own.
#pragma once
#include "table/writer.h"

namespace guise::table {

/// DuckDB sorts, and spills to an encrypted file beside the output when memory is short; equal numbers keep the order of
/// records.
Written write_shuffled(const Reader& in, const Selection&, const Work&, const Output&, const Release&, AtomicFile* file,
                       const std::function<void(Chunk&)>& work);

}  // namespace guise::table
