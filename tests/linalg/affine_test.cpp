// SPDX-License-Identifier: Apache-2.0
#include "linalg/affine.h"

#include <gtest/gtest.h>

namespace guise::linalg {
namespace affine_test {

Affine example(Index out, Index in, double seed) {
  Affine a{Matrix(out, in), Vector(out), Matrix(out, out)};
  for (Index i = 0; i < out; ++i) {
    for (Index j = 0; j < in; ++j) a.map(i, j) = std::sin(seed + 3.0 * static_cast<double>(i) + static_cast<double>(j));
    a.shift[i] = std::cos(seed + static_cast<double>(i));
  }
  a.covariance = a.map * a.map.transpose() + Matrix::Identity(out, out);
  return a;
}

TEST(Compose, AppliesTheInnerMapFirst) {
  const Affine inner = example(3, 4, 1), outer = example(2, 3, 2);
  const Affine both = compose(outer, inner);
  const Vector x = Vector::LinSpaced(4, -1, 2);
  const Vector expected = outer.map * (inner.map * x + inner.shift) + outer.shift;
  EXPECT_LT((both.map * x + both.shift - expected).norm(), 1e-14);
}

TEST(Compose, CarriesTheNoiseOfTheInnerStepThroughTheOuterMap) {
  const Affine inner = example(3, 4, 3), outer = example(2, 3, 4);
  const Matrix found = compose(outer, inner).covariance;
  for (Index i = 0; i < 2; ++i)
    for (Index j = 0; j < 2; ++j) {  // Cov(sum_k M_ik e_k + f_i, sum_l M_jl e_l + f_j)
      double expected = outer.covariance(i, j);
      for (Index k = 0; k < 3; ++k)
        for (Index l = 0; l < 3; ++l) expected += outer.map(i, k) * outer.map(j, l) * inner.covariance(k, l);
      EXPECT_NEAR(found(i, j), expected, 1e-13);
    }
}

TEST(Compose, WithTheIdentityChangesNothing) {
  const Affine a = example(3, 4, 5);
  for (const Affine& both : {compose(a, Affine::identity(4)), compose(Affine::identity(3), a)}) {
    EXPECT_EQ(both.map, a.map);
    EXPECT_EQ(both.shift, a.shift);
    EXPECT_EQ(both.covariance, a.covariance);
  }
}

TEST(Compose, IsAssociative) {
  const Affine a = example(2, 3, 6), b = example(3, 4, 7), c = example(4, 2, 8);
  const Affine left = compose(compose(a, b), c), right = compose(a, compose(b, c));
  EXPECT_LT((left.map - right.map).norm(), 1e-12);
  EXPECT_LT((left.shift - right.shift).norm(), 1e-12);
  EXPECT_LT((left.covariance - right.covariance).norm(), 1e-11);
}

}  // namespace affine_test
}  // namespace guise::linalg
