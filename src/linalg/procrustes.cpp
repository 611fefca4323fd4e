// SPDX-License-Identifier: Apache-2.0
#include "linalg/procrustes.h"

#include <algorithm>
#include <cassert>

#include "linalg/spectrum.h"

namespace guise::linalg {
namespace {

// A singular value of U'X below this share of the largest is rounding error: it says nothing of its direction.
constexpr double kRounding = 1e-13;

}  // namespace

Motion procrustes(const MatrixRef& points, const MatrixRef& images, MotionKind kind) {
  assert(points.rows() == images.rows() && points.cols() == images.cols() && points.rows() > 0);
  const Index m = points.cols();
  Motion motion;
  motion.from = motion.to = Vector::Zero(m);
  if (kind.translated) {
    motion.from = points.colwise().mean();
    motion.to = images.colwise().mean();
  }
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

Motion mirrored(Motion motion) {
  motion.left.rightCols(1) *= -1;
  return motion;
}

double misfit(const Motion& motion, const MatrixRef& points, const MatrixRef& images) {
  const Matrix moved = (points.rowwise() - motion.from.transpose()) * (motion.scale * motion.right) * motion.left.transpose();
  return ((moved.rowwise() + motion.to.transpose()) - images).squaredNorm();
}

}  // namespace guise::linalg
