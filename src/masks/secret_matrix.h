// SPDX-License-Identifier: Apache-2.0
// Steps that multiply every record by a secret matrix.
#pragma once
#include "masks/step.h"

namespace guise::masks {

/// y1 … yk: mixtures have no names of their own.
std::vector<std::string> mixture_names(Index count);

/// Makes `into` what the plan does, for chunks and from matrix to matrix. The plan's columns are those that leave it.
void set_columns(Plan& plan, NewColumns into);

/// y = M x, the same bits for any cut at blocks.
Plan matrix_plan(const Matrix& matrix);

}  // namespace guise::masks
