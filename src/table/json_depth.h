// SPDX-License-Identifier: Apache-2.0
// How deep a JSON file is nested, found before DuckDB reads it.
#pragma once
#include "table/input_file.h"

namespace guise::table {

/// Levels of lists and objects in a table. DuckDB takes memory that grows with the square of the depth, and crashes where it is
/// some ten thousand; a list of records that hold lists has three.
constexpr std::size_t kJsonDepth = 64;

/// Refuses a file that is nested deeper. One pass, in bounded memory.
void require_shallow(const InputFile& file);

}  // namespace guise::table
