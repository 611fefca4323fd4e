// SPDX-License-Identifier: Apache-2.0
#include "attacks/placement_law.h"

#include <Eigen/Cholesky>

namespace guise::attacks {
namespace {

// Of each variance: more records than columns leave directions that only the squares of the noise show, or rounding.
constexpr double kRidge = 1e-9;

}  // namespace

// With the origin for a record without noise, every observation is a squared distance |x_i - x_j + e_i - e_j|^2 - E[…]. Two of
// them share c = (d_ik + d_jl - d_il - d_jk) of their noise, d_ik = 1 where i = k is a record, and have the covariance
// 4 c (x_i - x_j)' E (x_k - x_l) + 2 c^2 tr E^2.
PlacementLaw::PlacementLaw(const Matrix& records, double along, double squares, bool translated)
    : lengths_(translated ? 0 : 1) {
  const Index count = records.rows(), all = shown_before(count);
  Matrix apart(all, records.cols()), noise = Matrix::Zero(all, count);
  for (Index k = 0; k < count; ++k)
    for (Index i = 0; i < shown(k); ++i) {
      const Index at = shown_before(k) + i, other = i - lengths_;
      apart.row(at) = records.row(k);
      noise(at, k) = 1;
      if (other < 0) continue;
      apart.row(at) -= records.row(other);
      noise(at, other) = -1;
    }
  expected_ = apart.rowwise().squaredNorm();
  const Matrix common = noise * noise.transpose();
  Matrix covariance = 4 * along * (apart * apart.transpose()).cwiseProduct(common) + 2 * squares * common.cwiseAbs2();
  covariance.diagonal() *= 1 + kRidge;
  unit_ = Matrix::Identity(all, all);
  Eigen::LLT<Matrix>(covariance).matrixL().solveInPlace(unit_);
}

}  // namespace guise::attacks
