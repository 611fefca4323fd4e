// SPDX-License-Identifier: Apache-2.0
#include "stats/nonlinearity.h"

#include <gtest/gtest.h>

#include <cmath>

namespace guise::stats {
namespace nonlinearity_test {

/// Near 0 tanh(v) = v - v^3/3 and v^3 = s^3 (He3 + 3 He1) with E He3^2 = 6: of the variance s^2, 6 s^6 / 9 is not linear.
TEST(NonlinearShare, IsTheCubicTermOfTanhNearZero) {
  for (const double s : {0.02, 0.05})
    EXPECT_NEAR(nonlinear_share(Activation::tanh, 0, s) / (6 * std::pow(s, 4) / 9), 1, 20 * s * s);
}

/// Away from 0 the square counts: f(u + v) = f + f' v + f'' v^2 / 2 with tanh'' = -2 tanh tanh', and Var v^2 = 2 s^4.
TEST(NonlinearShare, IsTheSquareTermBesideIt) {
  const double s = 0.01;
  double curved = 0, slope = 0;  // over u, by plain sums
  for (double u = -8; u <= 8; u += 0.01) {
    const double weight = std::exp(-u * u / 2), t = std::tanh(u), first = 1 - t * t, second = -2 * t * first;
    curved += weight * second * second * 2 * std::pow(s, 4) / 4;
    slope += weight * first * first * s * s;
  }
  EXPECT_NEAR(nonlinear_share(Activation::tanh, 1, s) / (curved / slope), 1, 0.01);
}

TEST(NonlinearShare, IsThatOfASignWhateverItsSize) {
  for (const double s : {1e-3, 1.0, 1e3})
    EXPECT_NEAR(nonlinear_share(Activation::step, 0, s), 1 - 2 / M_PI, 0.01) << "corr(v, sign v)^2 = 2/pi";
}

TEST(NonlinearShare, IsNothingForALine) {
  EXPECT_NEAR(nonlinear_share(Activation::identity, 3, 1), 0, 1e-12);
  EXPECT_NEAR(nonlinear_share(Activation::clip, 0.05, 0.05), 0, 1e-9) << "within the bounds it is one";
}

}  // namespace nonlinearity_test
}  // namespace guise::stats
