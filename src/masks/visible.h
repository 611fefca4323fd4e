// SPDX-License-Identifier: Apache-2.0
// Noise must be seen: what is rounded away protects nobody.
#pragma once
#include <string>
#include <vector>

#include "table/chunk.h"

namespace guise::masks {

/// Floating-point numbers of a size are some way apart. Noise that is not well above that is rounded away, and what goes out is
/// the original: refused. `bits` of a number behind its first: 52 of a double, 23 in single precision.
void require_visible(const Vector& sd, const std::vector<std::string>& columns, const table::Chunk& chunk, int bits = 52);

}  // namespace guise::masks
