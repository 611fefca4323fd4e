// SPDX-License-Identifier: Apache-2.0
// Exponentials of many numbers in single precision, as weights of matches.
#pragma once
#include "base/matrix.h"

namespace guise::attacks {

struct SoftMax {
  double sum, squares;
};

/// Replaces every value by exp((value - largest) * rate), where at least e^-60 is left, and returns their sum and that of their
/// squares. The same bits on every CPU.
SoftMax soft_max(float* values, Index count, float rate);

}  // namespace guise::attacks
