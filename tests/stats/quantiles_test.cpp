// SPDX-License-Identifier: Apache-2.0
#include "stats/quantiles.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "random/matrices.h"

namespace guise::stats {
namespace quantiles_test {

const Vector kX = (Vector(12) << 2.1, 3.7, -1.2, 0.4, 8.9, 2.2, 2.2, -5.0, 1.1, 0.3, 4.4, 2.6).finished();
const Vector kY = (Vector(8) << 0.5, 1.5, -2, 7, 3.1, 0.2, 1.1, 2.3).finished();

TEST(Quantiles, AreThoseOfNumPy) {
  // numpy.quantile(x, [.2, .4, .6, .8])
  EXPECT_LT((quantiles(kX, 4) - Eigen::Vector4d(0.32, 1.5, 2.2, 3.48)).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_EQ(quantiles(Vector::Constant(1, 7), 3), Vector::Constant(3, 7));
}

TEST(Quantiles, OfMinusXAreMirrored) {
  EXPECT_LT((quantiles(-kX, 9) - mirrored(quantiles(kX, 9))).cwiseAbs().maxCoeff(), 1e-14);
}

/// W1 of two samples: the area between their distribution functions.
double area(const Vector& a, const Vector& b) {
  std::vector<double> at(a.begin(), a.end());
  at.insert(at.end(), b.begin(), b.end());
  std::sort(at.begin(), at.end());
  double sum = 0;
  for (std::size_t i = 0; i + 1 < at.size(); ++i) {
    const double x = at[i];
    const double f = (a.array() <= x).cast<double>().mean(), g = (b.array() <= x).cast<double>().mean();
    sum += std::abs(f - g) * (at[i + 1] - x);
  }
  return sum;
}

TEST(QuantileDistance, TendsToTheWassersteinDistance) {
  EXPECT_NEAR(area(kX, kY), 0.9541666666666666, 1e-12);  // scipy.stats.wasserstein_distance
  const Vector a = random::gaussian_matrix(2000, 1, random::Rng::from_seed(1)),
               b = random::gaussian_matrix(1500, 1, random::Rng::from_seed(2)).array() * 1.5 + 1;
  EXPECT_NEAR(quantile_distance(quantiles(a, 20'000), quantiles(b, 20'000)), area(a, b), 2e-3 * area(a, b));
}

TEST(StandardQuantiles, DoNotChangeWithUnits) {
  const Matrix x = random::gaussian_matrix(500, 2, random::Rng::from_seed(3));
  Matrix moved = x;
  moved.col(0) = 1e-6 * x.col(0).array() + 1e3;
  EXPECT_LT((standard_quantiles(moved, 99) - standard_quantiles(x, 99)).cwiseAbs().maxCoeff(), 1e-6);
  const Vector first = x.col(0), centred = first.array() - first.mean();
  const double sd = std::sqrt(centred.squaredNorm() / 500);
  EXPECT_LT((standard_quantiles(x, 99).col(0) - quantiles(centred / sd, 99)).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_TRUE(standard_quantiles(Matrix::Constant(5, 1, 1e300), 3).isZero());
}

TEST(UsualValue, IsWhatManyShareOrElseTheMode) {
  Vector x = random::gaussian_matrix(500, 1, random::Rng::from_seed(4)).array().exp();
  EXPECT_NEAR(usual_value(x), std::exp(-1.0), 0.25);  // of the log-normal law; its median is 1
  x.tail(50).setConstant(7.5);                        // one of ten
  EXPECT_EQ(usual_value(x), 7.5);
  EXPECT_EQ(usual_value(Vector::Constant(1, 3)), 3);
}

}  // namespace quantiles_test
}  // namespace guise::stats
