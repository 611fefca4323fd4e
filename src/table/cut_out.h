// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "table/chunk.h"

namespace guise::table {

/// The rows [from, to) of a chunk.
Chunk cut_out(const Chunk& chunk, Index from, Index to);

}  // namespace guise::table
