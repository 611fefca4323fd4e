// SPDX-License-Identifier: Apache-2.0
// Memory for whole tables. The system hands out pages of 4 KiB one fault at a time, which costs as much as the work done on
// them; pages of 2 MiB are asked for where they are to be had.
#pragma once
#include "base/matrix.h"

namespace guise {

Matrix large_matrix(Index rows, Index columns);  ///< its values are not set

}  // namespace guise
