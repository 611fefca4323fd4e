// SPDX-License-Identifier: Apache-2.0
#include "linalg/pairwise.h"

namespace guise::linalg {

Matrix squared_distances(const MatrixRef& a, const MatrixRef& b) {
  Matrix out = -2 * a * b.transpose();
  out.colwise() += a.rowwise().squaredNorm();
  out.rowwise() += b.rowwise().squaredNorm().transpose();
  return out.cwiseMax(0);
}

}  // namespace guise::linalg
