// SPDX-License-Identifier: Apache-2.0
// Writing records in the order of a number instead of their own.
#pragma once
#include "table/writer.h"

namespace guise::table {

/// Sorts outside of memory when it is short, in a file without a name beside the output, encrypted (ExternalSort); equal
/// numbers keep the order of records.
Written write_shuffled(const Reader& in, const Selection&, const Work&, const Output&, const Release&, AtomicFile* file,
                       const std::function<void(Chunk&)>& work);

}  // namespace guise::table
