// SPDX-License-Identifier: Apache-2.0
// The rigid motion that brings one set of points nearest to another, point by point: orthogonal Procrustes (Schönemann 1966).
#pragma once
#include "base/matrix.h"

namespace guise::linalg {

/// x -> scale * rotation * (x - from) + to. Reflections count as rotations.
struct Motion {
  Matrix left, right;    ///< rotation = left * right', directions in the order in which the points determine them
  Index determined = 0;  ///< leading columns that the points fix; the others complete them arbitrarily
  double scale = 1;
  Vector from, to;

  Matrix rotation() const { return left * right.transpose(); }
};

struct MotionKind {
  bool translated = true;  ///< false: the origin stays where it is
  bool scaled = false;     ///< false: lengths stay as they are
};

/// Rows of `points` and `images` belong together; as many columns in both, at least one row.
Motion procrustes(const MatrixRef& points, const MatrixRef& images, MotionKind kind = {});

/// The same for points that a motion fits up to rounding, however much their columns differ in size: directions follow one
/// another from the longest to the shortest, each to the digits it has. With noise it is not the nearest motion.
Motion exact_motion(const MatrixRef& points, const MatrixRef& images, MotionKind kind = {});

/// The other motion that fits as well where all directions but one are determined: that one turned round.
Motion mirrored(Motion motion);

/// Sum of the squared distances between the moved points and their images.
double misfit(const Motion& motion, const MatrixRef& points, const MatrixRef& images);

}  // namespace guise::linalg
