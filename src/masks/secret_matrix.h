// SPDX-License-Identifier: Apache-2.0
// Steps that multiply every record by a secret matrix.
#pragma once
#include "masks/step.h"

namespace guise::masks {

/// y1 … yk: mixtures have no names of their own.
std::vector<std::string> mixture_names(Index count);

/// y = M x, the same bits for any cut at blocks.
Plan matrix_plan(const Matrix& matrix);

}  // namespace guise::masks
