// SPDX-License-Identifier: Apache-2.0
#include "linalg/procrustes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "random/matrices.h"

namespace guise::linalg {
namespace procrustes_test {

using random::Rng;

Matrix points(Index count, Index m, std::uint64_t seed) {
  return random::gaussian_matrix(count, m, Rng::from_seed(seed).fork("points")).array() + 3;
}

Matrix rotation(Index m, std::uint64_t seed) {
  return random::haar_orthogonal(m, Rng::from_seed(seed).fork("rotation"));
}

double largest(const Matrix& a) {
  return a.cwiseAbs().maxCoeff();
}

TEST(Procrustes, FindsRotationTranslationAndScaleExactly) {
  const Matrix x = points(6, 5, 1), r = rotation(5, 1);
  const Vector t = Vector::LinSpaced(5, -2, 7);
  const Matrix u = (2.5 * x * r.transpose()).rowwise() + t.transpose();
  const Motion motion = procrustes(x, u, {.translated = true, .scaled = true});
  EXPECT_EQ(motion.determined, 5);
  EXPECT_NEAR(motion.scale, 2.5, 1e-13);
  EXPECT_LT(largest(motion.rotation() - r), 1e-12);
  EXPECT_LT(largest(motion.to - 2.5 * r * motion.from - t), 1e-12);
  EXPECT_LT(misfit(motion, x, u), 1e-24);
}

TEST(Procrustes, NeedsAsManyPointsAsAttributesAndOneMoreForATranslation) {
  const Matrix x = points(8, 7, 2), r = rotation(7, 2), u = x * r.transpose();
  for (const Index p : {1, 3, 6, 7, 8}) {
    const Motion fixed = procrustes(x.topRows(p), u.topRows(p), {.translated = false});
    EXPECT_EQ(fixed.determined, std::min<Index>(p, 7));
    EXPECT_EQ(largest(fixed.rotation() - r) < 1e-11, p >= 7) << p;
    const Motion moved = procrustes(x.topRows(p), u.topRows(p));
    EXPECT_EQ(moved.determined, p - 1);
    EXPECT_TRUE(p < 8 || largest(moved.rotation() - r) < 1e-11);
    // What is determined is right whatever the rest: A' u = B' x.
    const Matrix a = fixed.left.leftCols(fixed.determined), b = fixed.right.leftCols(fixed.determined);
    EXPECT_LT(largest(u * a - x * b * b.transpose() * r.transpose() * a), 1e-11) << p;
  }
}

TEST(Procrustes, IsOneOfTwoMirrorImagesWhenOneDirectionIsOpen) {
  const Matrix x = points(4, 4, 3), r = rotation(4, 3), u = x * r.transpose();
  const Motion motion = procrustes(x, u), other = mirrored(motion);
  ASSERT_EQ(motion.determined, 3);
  EXPECT_LT(misfit(motion, x, u), 1e-24);
  EXPECT_LT(misfit(other, x, u), 1e-24);
  EXPECT_LT(std::min(largest(motion.rotation() - r), largest(other.rotation() - r)), 1e-11);
  EXPECT_GT(std::max(largest(motion.rotation() - r), largest(other.rotation() - r)), 0.1);
}

// In the plane all motions can be tried: every angle, turned round or not. The best angle has the closed form
// tan(a) = sum(x1 u2 - x2 u1) / sum(x1 u1 + x2 u2).
TEST(Procrustes, FitsNoisyPointsOfThePlaneAsWellAsAnyAngle) {
  const Matrix x = points(9, 2, 4);
  Matrix turn(2, 2);
  turn << 0.6, 0.8, 0.8, -0.6;  // a reflection
  const Matrix u = x * turn.transpose() + 0.3 * random::gaussian_matrix(9, 2, Rng::from_seed(5));
  const Matrix xc = x.rowwise() - x.colwise().mean(), uc = u.rowwise() - u.colwise().mean();
  double best = std::numeric_limits<double>::infinity();
  for (const double sign : {1.0, -1.0}) {
    const Vector flipped = sign * xc.col(1);
    const double angle =
        std::atan2(xc.col(0).dot(uc.col(1)) - flipped.dot(uc.col(0)), xc.col(0).dot(uc.col(0)) + flipped.dot(uc.col(1)));
    const double c = std::cos(angle), s = std::sin(angle);
    best = std::min(best, (c * xc.col(0) - s * flipped - uc.col(0)).squaredNorm() +
                              (s * xc.col(0) + c * flipped - uc.col(1)).squaredNorm());
  }
  EXPECT_NEAR(misfit(procrustes(x, u), x, u), best, 1e-12);
}

// d|U - s X R'|^2 / ds = 0.
TEST(Procrustes, ScaleIsTheLeastSquaresOne) {
  const Matrix x = points(12, 3, 6), u = 0.4 * x * rotation(3, 6).transpose() + 0.2 * points(12, 3, 7);
  Motion motion = procrustes(x, u, {.translated = true, .scaled = true});
  const double least = misfit(motion, x, u), scale = motion.scale;
  for (const double other : {0.99 * scale, 1.01 * scale}) {
    motion.scale = other;
    EXPECT_GT(misfit(motion, x, u), least);
  }
}

TEST(Procrustes, TakesEqualPointsAndZerosWithoutDividingByThem) {
  for (const double value : {0.0, 5.0}) {
    const Matrix same = Matrix::Constant(4, 3, value);
    const Motion motion = procrustes(same, same, {.translated = true, .scaled = true});
    EXPECT_EQ(motion.determined, 0);
    EXPECT_EQ(motion.scale, 1);
    EXPECT_TRUE(motion.rotation().allFinite());
  }
}

// Columns from thousandths to millions: of U'X, which squares them, 18 decades are asked. What is left is the rounding of the
// images, 1e-16 of the largest.
TEST(ExactMotion, FindsTheRotationOfColumnsOfAnySize) {
  const Vector sizes = (Vector(5) << 1e-3, 1, 30, 1e4, 1e6).finished(), shift = Vector::LinSpaced(5, -3, 9);
  const Matrix all = points(40, 5, 21) * sizes.asDiagonal(), turn = rotation(5, 21);
  for (const bool translated : {false, true})
    for (const double scale : {1.0, 0.3}) {
      const Vector to = translated ? shift : Vector(Vector::Zero(5));
      const Matrix u = (scale * all * turn.transpose()).rowwise() + to.transpose();
      const Index count = translated ? 6 : 5;
      const Motion motion =
          exact_motion(all.topRows(count), u.topRows(count), {.translated = translated, .scaled = scale != 1});
      EXPECT_EQ(motion.determined, 5);
      EXPECT_LT((motion.left.transpose() * motion.left - Matrix::Identity(5, 5)).norm(), 1e-13);
      const Matrix back = (u.rowwise() - motion.to.transpose()) * motion.rotation() / motion.scale;
      EXPECT_LT(((back.rowwise() + motion.from.transpose()) - all).cwiseAbs().maxCoeff(), 1e-7);
    }
}

TEST(ExactMotion, LeavesDirectionsOpenThatPointsDoNotFix) {
  const Matrix x = points(4, 6, 22), u = x * rotation(6, 22).transpose();
  const Motion motion = exact_motion(x, u, {.translated = false});
  EXPECT_EQ(motion.determined, 4);
  EXPECT_LT(misfit(motion, x, u), 1e-24);
  EXPECT_LT((motion.rotation() * motion.rotation().transpose() - Matrix::Identity(6, 6)).norm(), 1e-12);
  EXPECT_EQ(exact_motion(x, u).determined, 3);
}

TEST(ExactMotion, TakesEqualPointsAndZerosWithoutDividingByThem) {
  for (const double value : {0.0, 5.0}) {
    const Matrix same = Matrix::Constant(4, 3, value);
    const Motion motion = exact_motion(same, same, {.translated = true, .scaled = true});
    EXPECT_EQ(motion.determined, 0);
    EXPECT_EQ(motion.rotation(), Matrix::Identity(3, 3));
  }
}

}  // namespace procrustes_test
}  // namespace guise::linalg
