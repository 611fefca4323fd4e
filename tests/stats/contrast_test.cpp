// SPDX-License-Identifier: Apache-2.0
#include "stats/contrast.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace guise::stats {
namespace contrast_test {

/// From far below to far above the range where tanh bends, and its neighbourhood of 0.
Vector arguments() {
  Vector x(4011);
  x.head(4001) = Vector::LinSpaced(4001, -25, 25);
  x.tail(10) << 0.0, -0.0, 1e-300, -1e-9, 1e-17, 19.999, 20.001, -700, 1e4, -1e300;
  return x;
}

TEST(Contrast, IsTanhAndTheSumOfItsDerivatives) {
  const Vector x = arguments();
  Vector y = x;
  double slope = 0;
  for (const double each : x) slope += 1 - square(std::tanh(each));
  EXPECT_NEAR(apply_contrast(Contrast::tanh, y.data(), y.size()), slope, 1e-11 * slope);
  for (Index i = 0; i < x.size(); ++i) {
    EXPECT_NEAR(y[i], std::tanh(x[i]), 4e-16) << x[i];
    EXPECT_EQ(std::signbit(y[i]), std::signbit(x[i])) << x[i];
  }
}

TEST(Contrast, IsTheCubeAndTheSumOfItsDerivatives) {
  Vector x = Vector::LinSpaced(37, -3, 5);
  const Vector cubes = x.array().cube();
  const double slope = 3 * x.squaredNorm();
  EXPECT_NEAR(apply_contrast(Contrast::cube, x.data(), x.size()), slope, 1e-12 * slope);
  EXPECT_LT((x - cubes).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(Contrast, TouchesNothingBehindTheLastValue) {
  for (const Contrast contrast : {Contrast::tanh, Contrast::cube})
    for (Index count = 0; count < 9; ++count) {
      Vector x = Vector::Constant(9, 2);
      apply_contrast(contrast, x.data(), count);
      EXPECT_EQ((x.array() == 2).count(), 9 - count);
    }
}

TEST(ContrastOfSingles, IsTheSameToTheirPrecision) {
  const Eigen::VectorXf x = arguments().head(4009).cast<float>();
  for (const Contrast contrast : {Contrast::tanh, Contrast::cube}) {
    Vector exact = x.cast<double>();
    const double slope = apply_contrast(contrast, exact.data(), exact.size());
    Eigen::VectorXf y = x;
    EXPECT_NEAR(apply_contrast(contrast, y.data(), y.size()), slope, 1e-5 * slope);
    for (Index i = 0; i < x.size(); ++i) {
      EXPECT_NEAR(y[i], exact[i], 2e-7 * std::max(1.0, std::abs(exact[i]))) << x[i];
      EXPECT_EQ(std::signbit(y[i]), std::signbit(x[i])) << x[i];
    }
  }
}

TEST(ContrastOfSingles, TouchesNothingBehindTheLastValue) {
  for (const Contrast contrast : {Contrast::tanh, Contrast::cube})
    for (Index count = 0; count < 17; ++count) {
      Eigen::VectorXf x = Eigen::VectorXf::Constant(17, 2);
      apply_contrast(contrast, x.data(), count);
      EXPECT_EQ((x.array() == 2).count(), 17 - count);
    }
}

TEST(SumLogCosh, IsTheSum) {
  const Vector x = arguments().head(4009);
  double sum = 0;
  for (const double each : x) sum += std::abs(each) + std::log1p(std::exp(-2 * std::abs(each))) - std::numbers::ln2;
  EXPECT_NEAR(sum_log_cosh(x.data(), x.size()), sum, 1e-12 * sum);
  EXPECT_EQ(sum_log_cosh(x.data(), 0), 0);
}

}  // namespace contrast_test
}  // namespace guise::stats
