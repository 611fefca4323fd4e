// SPDX-License-Identifier: Apache-2.0
#include "theory/exact_pair.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace guise::theory {
namespace exact_pair_test {

TEST(ExactPair, KeepsTheAngleOfCloseRecordsFarFromZero) {
  const Vector x = (Vector(3) << 1e6, 2e6, -1e6).finished(), y = x + (Vector(3) << 0.6, 0, 0.8).finished();
  const ExactPair exact = exact_pair({.sa = 1}, x, y);
  // |x|^2 |d|^2 - (x'd)^2 = 6e12 - (-2e5)^2, and with sa = 1 the squared distance besides.
  EXPECT_NEAR(exact.sine * exact.pair.sd_x * exact.pair.sd_y, std::sqrt(6e12 - 4e10 + 1), 1e-8 * 2.5e6);
  const Distortion linear{.f = stats::Activation::identity, .hidden = 3, .out = 2};
  EXPECT_NEAR(squared_distance_spread(linear, exact_moments(linear.f, exact)).mean, 6, 1e-5);
}

TEST(ExactPair, IsTheHiddenPairWhereThatIsExact) {
  const Vector x = (Vector(3) << 1, -0.5, 0.3).finished(), y = (Vector(3) << 0.6, 0.2, -0.9).finished();
  for (const double sw : {0.0, 0.8, 3.0}) {
    const Distortion d{.sw = sw, .sa = 0.5};
    const ExactPair exact = exact_pair(d, x, y);
    EXPECT_NEAR(exact.sine, exact_pair(exact.pair).sine, 1e-7) << sw;  // at sw = 0 rho is 1 up to rounding
    EXPECT_EQ(exact.pair.rho, hidden_pair(d, record_pair(x, y)).rho);
  }
  EXPECT_EQ(exact_pair({.sa = 0}, Vector::Zero(2), Vector::Ones(2)).pair.rho, 0);
  EXPECT_THROW(exact_pair({}, Vector::Constant(2, 1e200), Vector::Ones(2)), Error);
}

}  // namespace exact_pair_test
}  // namespace guise::theory
