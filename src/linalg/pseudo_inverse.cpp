// SPDX-License-Identifier: Apache-2.0
#include "linalg/pseudo_inverse.h"

#include "linalg/spectrum.h"

namespace guise::linalg {

PseudoInverse pseudo_inverse(const Matrix& matrix) {
  const Svd svd = thin_svd(matrix);
  const double largest = svd.values.size() > 0 ? svd.values(0) : 0;
  const Index rank = largest > 0 ? (svd.values.array() > kRankTolerance * largest).count() : 0;
  return {.inverse = svd.right.leftCols(rank) * svd.values.head(rank).cwiseInverse().asDiagonal() *
                     svd.left.leftCols(rank).transpose(),
          .rank = rank,
          .condition = rank > 0 ? largest / svd.values(rank - 1) : 0};
}

}  // namespace guise::linalg
