// SPDX-License-Identifier: Apache-2.0
// What attacks from a sample of other people share.
#pragma once
#include <string>

#include "attacks/attack.h"

namespace guise::attacks {

/// Why a release or a sample is too small to compare distributions; empty when it is not.
std::string why_not(const Evidence& evidence, const Knowledge& known);

/// At most `count` rows, evenly spread: a sorted table keeps its distribution.
Matrix spread_rows(const Matrix& rows, Index count);

}  // namespace guise::attacks
