// SPDX-License-Identifier: Apache-2.0
// Standard input as a file that can be read several times.
#pragma once
#include <memory>

#include "table/input_file.h"

namespace guise::table {

/// Copies standard input to an unlinked temporary file, which vanishes with the process; refuses when nothing comes.
std::unique_ptr<InputFile> spool_standard_input();

}  // namespace guise::table
