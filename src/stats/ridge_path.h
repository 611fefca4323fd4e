// SPDX-License-Identifier: Apache-2.0
// Ridge regressions of several targets on the same terms, each with the ridge that generalized cross-validation takes for best
// (Golub, Heath and Wahba 1979).
#pragma once
#include "linalg/spectrum.h"

namespace guise::stats {

class RidgePath {
 public:
  /// `gram`: of terms about their mean, over `rows` rows.
  RidgePath(const Matrix& gram, Index rows);

  struct Solved {
    Matrix weights;
    Vector error;  ///< generalized cross-validation, over the variance of the target
  };
  /// `products`: of the terms with targets about their mean, a column for each; `squares`: of these targets, summed.
  Solved solve(const Matrix& products, const Vector& squares) const;

 private:
  Matrix axes_;
  Vector power_;
  double rows_;
};

}  // namespace guise::stats
