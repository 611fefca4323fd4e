// SPDX-License-Identifier: Apache-2.0
// The non-linear functions g that FastICA measures non-normality with, over many numbers at once.
#pragma once
#include "base/matrix.h"

namespace guise::stats {

enum class Contrast {
  tanh,  ///< derivative of log cosh: the robust choice
  cube,  ///< derivative of the fourth power: kurtosis
};

/// Replaces every value by g(value) and returns the sum of the derivatives g'(value).
double apply_contrast(Contrast contrast, double* values, Index count);
double apply_contrast(Contrast contrast, float* values, Index count);  ///< to the precision of singles

/// Sum of log cosh(value).
double sum_log_cosh(const double* values, Index count);

}  // namespace guise::stats
