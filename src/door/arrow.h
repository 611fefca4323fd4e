// SPDX-License-Identifier: Apache-2.0
// Tables as streams of Arrow's C interface.
#pragma once
#include "guise.h"
#include "table/memory_release.h"

namespace guise::door {

/// Reads a stream to its end. Batches stay in memory, or go to a file without a name.
table::MemoryTable import_stream(std::string name, ArrowArrayStream& stream, bool spool);

/// A finished release as a stream; it keeps the release alive.
void export_stream(std::shared_ptr<const table::MemoryContent> content, ArrowArrayStream& out);

}  // namespace guise::door
