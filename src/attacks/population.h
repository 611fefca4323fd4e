// SPDX-License-Identifier: Apache-2.0
// What attacks from a sample of other people share.
#pragma once
#include <string>

#include "attacks/attack.h"

namespace guise::attacks {

/// Why a release or a sample is too small to compare distributions; empty when it is not.
std::string why_not(const Evidence& evidence, const Knowledge& known);

/// At most `count` rows, evenly spread along their first column: the same whatever the order of the records.
Matrix spread_rows(const Matrix& rows, Index count);

/// How many columns of independent components may be normal, by the Anderson-Darling test.
Index normal_columns(const Matrix& components);

}  // namespace guise::attacks
