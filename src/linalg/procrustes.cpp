// SPDX-License-Identifier: Apache-2.0
#include "linalg/procrustes.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "linalg/solve.h"
#include "linalg/spectrum.h"

namespace guise::linalg {
namespace {

// A singular value of U'X below this share of the largest is rounding error: it says nothing of its direction.
constexpr double kRounding = 1e-13;
// Lengths below this share of all are rounding error of the points themselves.
constexpr double kDigits = 4 * std::numeric_limits<double>::epsilon();

Motion start(const MatrixRef& points, const MatrixRef& images, MotionKind kind) {
  assert(points.rows() == images.rows() && points.cols() == images.cols() && points.rows() > 0);
  Motion motion;
  motion.from = motion.to = Vector::Zero(points.cols());
  if (kind.translated) {
    motion.from = points.colwise().mean();
    motion.to = images.colwise().mean();
  }
  return motion;
}

/// Orthonormal columns nearest to these in that order, each turned only by those before it, and others that complete them.
Matrix orthonormal_basis(const Matrix& columns) {
  if (columns.cols() == 0) return Matrix::Identity(columns.rows(), columns.rows());
  Qr qr = householder_qr(columns, true);
  for (Index j = 0; j < columns.cols(); ++j)
    if (qr.r(j, j) < 0) qr.q.col(j) *= -1;
  return qr.q;
}

}  // namespace

Motion procrustes(const MatrixRef& points, const MatrixRef& images, MotionKind kind) {
  const Index m = points.cols();
  Motion motion = start(points, images, kind);
  const Matrix x = points.rowwise() - motion.from.transpose(), u = images.rowwise() - motion.to.transpose();
  // U'X = A S B': tr(R' U'X) is largest for R = A B'.
  Svd svd = thin_svd(u.transpose() * x);
  const Index most = std::min(m, points.rows() - (kind.translated ? 1 : 0));
  motion.determined = std::min<Index>(most, (svd.values.array() > kRounding * svd.values(0)).count());
  // |U - s X R'|^2 is least for s = tr(S) / |X|^2.
  if (kind.scaled && motion.determined > 0) motion.scale = svd.values.sum() / x.squaredNorm();
  motion.left = std::move(svd.left);
  motion.right = std::move(svd.right);
  return motion;
}

Motion exact_motion(const MatrixRef& points, const MatrixRef& images, MotionKind kind) {
  Motion motion = start(points, images, kind);
  const Matrix x = points.rowwise() - motion.from.transpose(), u = images.rowwise() - motion.to.transpose();
  if (const double length = x.norm(); kind.scaled && length > 0 && u.squaredNorm() > 0) motion.scale = u.norm() / length;
  // X = P S B' and U = s P S (R B)': the directions R B are U'P / (s S). U'X would square S, and lose all below the root of
  // rounding. Rounding turns short directions towards long ones by 1/S; made orthogonal in order, they lose no more than it.
  const Svd svd = thin_svd(x);
  const double rounding = kDigits * std::max(points.norm(), images.norm() / motion.scale);
  const Index most = std::min(points.cols(), points.rows() - (kind.translated ? 1 : 0));
  motion.determined = std::min<Index>(most, (svd.values.array() > rounding).count());
  const Vector inverse = (motion.scale * svd.values.head(motion.determined)).cwiseInverse();
  motion.left = orthonormal_basis(u.transpose() * svd.left.leftCols(motion.determined) * inverse.asDiagonal());
  motion.right = orthonormal_basis(svd.right.leftCols(motion.determined));
  return motion;
}

Motion mirrored(Motion motion) {
  motion.left.rightCols(1) *= -1;
  return motion;
}

double misfit(const Motion& motion, const MatrixRef& points, const MatrixRef& images) {
  const Matrix moved = (points.rowwise() - motion.from.transpose()) * (motion.scale * motion.right) * motion.left.transpose();
  return ((moved.rowwise() + motion.to.transpose()) - images).squaredNorm();
}

}  // namespace guise::linalg
