// SPDX-License-Identifier: Apache-2.0
// Tables as streams of Arrow's C interface.
#pragma once
#include "guise.h"
#include "table/memory_flow.h"
#include "table/memory_release.h"

namespace guise::door {

/// Reads a stream to its end. Batches stay in memory, or go to a file without a name.
table::MemoryTable import_stream(std::string name, ArrowArrayStream& stream, bool spool);

/// A finished release as a stream; it keeps the release alive.
void export_stream(std::shared_ptr<const table::MemoryContent> content, ArrowArrayStream& out);

/// A release that leaves while it is made; releasing the stream before its end gives up the job.
void export_flow(std::shared_ptr<table::MemoryFlow> flow, ArrowArrayStream& out);

}  // namespace guise::door
