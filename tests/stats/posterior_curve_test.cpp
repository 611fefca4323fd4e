// SPDX-License-Identifier: Apache-2.0
#include "stats/posterior_curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace guise::stats {
namespace posterior_curve_test {

using random::Law;

Density example(double width, bool gaps) {
  Density out{-3, width, Vector(40)};
  for (Index g = 0; g < 40; ++g) out.probability[g] = gaps && g % 7 < 3 ? 0 : 1.1 + std::sin(0.9 * static_cast<double>(g));
  out.probability /= out.probability.sum();
  return out;
}

class EveryLawAndWidth : public ::testing::TestWithParam<std::tuple<Law, double, bool>> {};

TEST_P(EveryLawAndWidth, ReadsThePosteriorOffTheCurve) {
  const auto& [law, width, gaps] = GetParam();
  const double sd = 0.7;
  const Density density = example(width, gaps);
  const PosteriorCurve curve(density, law, sd);
  const double span = 40 * width + 12 * sd;
  double worst = 0, worst_sd = 0;
  for (int i = 0; i < 3000; ++i) {
    const double y = -3 - 6 * sd + span * (i + 0.37) / 3000;
    const Posterior exact = posterior(density, law, sd, y), read = curve(y);
    worst = std::max(worst, std::abs(read.mean - exact.mean));
    worst_sd = std::max(worst_sd, std::abs(read.sd - exact.sd));
  }
  EXPECT_LT(worst, 1e-8 * sd);
  EXPECT_LT(worst_sd, 1e-8 * sd);
}

INSTANTIATE_TEST_SUITE_P(All, EveryLawAndWidth,
                         ::testing::Combine(::testing::Values(Law::gaussian, Law::uniform, Law::laplace),
                                            ::testing::Values(0.05, 0.4, 20.0), ::testing::Bool()));

TEST(PosteriorCurve, AnswersOutsideItsTableAndForNaN) {
  const Density density = example(0.1, true);
  const PosteriorCurve curve(density, Law::gaussian, 0.5);
  for (const double y : {-1e6, -20.0, 30.0, 1e6}) EXPECT_EQ(curve(y).mean, posterior(density, Law::gaussian, 0.5, y).mean);
  EXPECT_TRUE(std::isfinite(curve(std::numeric_limits<double>::quiet_NaN()).mean));
}

TEST(PosteriorCurve, GivesAVectorTheSameAsOneByOne) {
  const PosteriorCurve curve(example(0.1, false), Law::laplace, 0.5);
  const Vector y = Vector::LinSpaced(10'000, -5, 4);
  Vector sd;
  const Vector mean = curve.mean(y, &sd);
  for (const Index i : {0, 17, 9999}) {
    EXPECT_EQ(mean[i], curve(y[i]).mean);
    EXPECT_EQ(sd[i], curve(y[i]).sd);
  }
}

}  // namespace posterior_curve_test
}  // namespace guise::stats
