// SPDX-License-Identifier: Apache-2.0
// Ridge regression in its dual form, so that it serves features and kernels alike; the ridge is chosen by leave-one-out.
#pragma once
#include "base/matrix.h"

namespace guise::stats {

/// Eigenvectors and eigenvalues of a centred Gram matrix G = Z Z' (or kernel) of p records: p x r axes, each with sum 0.
struct GramSpectrum {
  Matrix axes;
  Vector power;
};
GramSpectrum gram_of_features(const Matrix& centred);  ///< one record per row
GramSpectrum gram_of_kernel(const Matrix& kernel);     ///< symmetric p x p; centred here

struct Ridge {
  Matrix
      weights;   ///< p x targets: the fit of a record with centred inner products g to the others is targets' mean + g' weights
  double ridge;  ///< what was added to the eigenvalues
  double residual;  ///< leave-one-out error over that of the mean of the others, averaged over targets; 1 without any pattern
  Matrix left_out;  ///< p x targets: what each record misses of the fit to all others
};

/// Tries ridges from 1e-10 to 10 times the mean eigenvalue and takes the one with the least leave-one-out error, in closed form
/// by the diagonal of the hat matrix (Golub, Heath and Wahba 1979). Targets count by their own variance.
Ridge leave_one_out_ridge(const GramSpectrum& gram, const Matrix& targets);

}  // namespace guise::stats
