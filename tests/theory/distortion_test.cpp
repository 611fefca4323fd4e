// SPDX-License-Identifier: Apache-2.0
#include "theory/distortion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/error.h"
#include "theory/draw_distortions.h"

namespace guise::theory {
namespace distortion_test {

using stats::Activation;

const Vector kX = (Vector(3) << 1, -0.5, 0.3).finished(), kY = (Vector(3) << 0.6, 0.2, -0.9).finished();

struct Case {
  Distortion distortion;
  Vector x, y;
  PairMoments moments() const { return pair_moments(distortion.f, hidden_pair(distortion, record_pair(x, y))); }
};

std::vector<Case> ten_cases() {
  const Vector far = 3 * kY, opposite = -1.1 * kX, zero = Vector::Zero(3);
  return {{{Activation::tanh, 4, 5, 0.8, 0.5, 0.9, 0.7}, kX, kY},     {{Activation::tanh, 10, 3, 1, 1, 1, 1}, kX, kY},
          {{Activation::tanh, 2, 8, 3, 0.2, 0.5, 0}, kX, kX},         {{Activation::tanh, 3, 4, 1, 0, 1, 0.5}, kX, opposite},
          {{Activation::identity, 4, 5, 0.8, 0.5, 0.9, 0.7}, kX, kY}, {{Activation::identity, 6, 2, 1, 1, 0.5, 0}, far, kX},
          {{Activation::sigmoid, 5, 4, 2, 1, 1, 0.3}, far, kX},       {{Activation::step, 6, 6, 1, 0.1, 1, 0.4}, kX, kY},
          {{Activation::relu, 4, 3, 1, 0.3, 0.8, 0.2}, kX, kY},       {{Activation::clip, 5, 5, 1, 0.4, 1, 0.6}, far, zero}};
}

/// The mean within 3 standard errors and the variance within 2 % or its own 3.5, whichever is wider (heavy tails of few units).
void expect_spread(const Eigen::ArrayXd& values, const Spread& expected, const char* what) {
  const auto draws = static_cast<double>(values.size());
  EXPECT_NEAR(values.mean(), expected.mean, 3 * std::sqrt(expected.variance / draws) + 1e-12) << what;
  const Eigen::ArrayXd squares = (values - expected.mean).square();
  const double error = std::sqrt((squares - squares.mean()).square().mean() / draws);
  EXPECT_NEAR(squares.mean(), expected.variance, std::max(0.02 * expected.variance, 3.5 * error) + 1e-12) << what;
}

// beyond.md, section 7: an exact case, where the formula as printed gives 339.07.
TEST(InnerProductSpread, IsTheCorrectedLemma) {
  const Case c = ten_cases()[4];
  const Spread spread = inner_product_spread(c.distortion, c.moments());
  EXPECT_NEAR(spread.mean, 8.88464, 1e-12);
  EXPECT_NEAR(spread.variance, 199.3590685946, 5e-11);
}

TEST(InnerProductSpread, IsErratum40Literally) {
  for (const Case& c : ten_cases()) {
    const auto& [f, hidden, out, sw, sa, sq, sb] = c.distortion;
    const PairMoments e = c.moments();
    const double m = static_cast<double>(hidden), p = static_cast<double>(out), b2 = sb * sb, q2 = sq * sq;
    const double variance = 2 * p * b2 * b2 + p * m * b2 * q2 * (e.gg + e.hh + 2 * e.gh) +
                            p * m * q2 * q2 * ((p + 2) * e.gghh + (m - 1) * (e.gg * e.hh + e.gh * e.gh) - p * e.gh * e.gh);
    EXPECT_NEAR(inner_product_spread(c.distortion, e).variance / variance, 1, 1e-12);
  }
}

TEST(ProductLaw, IsThatOfDrawnMatricesInTenCases) {
  const random::Rng rng = random::Rng::from_seed(3);
  std::uint32_t step = 0;
  for (const Case& c : ten_cases()) {
    SCOPED_TRACE(::testing::Message() << "case " << step);
    const DrawnProducts drawn = draw_distortions(c.distortion, c.x, c.y, 40'000, rng.with_step(step++));
    const PairMoments e = c.moments();
    expect_spread(drawn.inner, inner_product_spread(c.distortion, e), "inner product");
    expect_spread(drawn.distance, squared_distance_spread(c.distortion, e), "squared distance");
    const ProductLaw law = product_law(c.distortion, e);
    const double sum = law.covariance.sum();  // of the three covariances, by the variance of the sum of the statistics
    expect_spread(drawn.square_x + drawn.inner + drawn.square_y, {law.mean.sum(), sum}, "sum");
    const Eigen::Vector3d difference(1, 0, -1);
    expect_spread(drawn.square_x - drawn.square_y, {law.mean.dot(difference), difference.dot(law.covariance * difference)},
                  "difference");
  }
}

TEST(SquaredDistanceSpread, IsThatOfTheProductsWithoutTheirCancellation) {
  const Eigen::Vector3d parts(1, -2, 1);
  for (const Case& c : ten_cases()) {
    const PairMoments e = c.moments();
    const ProductLaw law = product_law(c.distortion, e);
    const Spread spread = squared_distance_spread(c.distortion, e);
    EXPECT_NEAR(spread.mean, parts.dot(law.mean), 1e-9 * law.mean.norm());
    EXPECT_NEAR(spread.variance, parts.dot(law.covariance * parts), 1e-9 * law.covariance.norm());
  }
}

TEST(SquaredDistanceSpread, OfTheIdentityIsProportionalToTheDistance) {
  const Case c = ten_cases()[5];
  const auto& d = c.distortion;
  const double factor = static_cast<double>(d.out * d.hidden) * square(d.sq * d.sw);
  EXPECT_NEAR(squared_distance_spread(d, c.moments()).mean, factor * (c.x - c.y).squaredNorm(), 1e-10);
}

TEST(InnerProductBound, IsAboveTheMeanAndMetByEqualRecords) {
  for (const Case& c : ten_cases())
    EXPECT_GE(inner_product_bound(c.distortion, c.moments()) * (1 + 1e-12),
              std::fabs(inner_product_spread(c.distortion, c.moments()).mean));
  const Case equal = ten_cases()[2];
  const PairMoments e = equal.moments();
  EXPECT_NEAR(inner_product_bound(equal.distortion, e), inner_product_spread(equal.distortion, e).mean, 1e-10);
}

// papers.md, 003, last row: the error falls with p only down to what the hidden units leave, and vanishes when both grow.
TEST(SpreadOfManyOutputs, IsTheLimitInOutputsAndFallsWithHiddenUnits) {
  Case c{{.hidden = 20, .out = 10, .sb = 0}, kX, kX + 0.3 * kY};
  const PairMoments e = c.moments();
  const auto relative = [&](std::int64_t m, std::int64_t p) {
    c.distortion.hidden = m, c.distortion.out = p;
    const Spread s = inner_product_spread(c.distortion, e);
    return std::sqrt(s.variance) / s.mean;
  };
  EXPECT_GT(relative(20, 10), 1.5 * relative(20, 100));
  EXPECT_NEAR(relative(20, 1'000'000'000) / spread_of_many_outputs(c.distortion, e), 1, 1e-6);
  c.distortion.hidden = 20;
  EXPECT_NEAR(spread_of_many_outputs(c.distortion, e), std::sqrt((e.gghh - e.gh * e.gh) / 20) / e.gh, 1e-12);
  EXPECT_LT(relative(1'000'000, 1'000'000), 0.003);
}

TEST(HiddenPair, IsDefinedForRecordsOfNoLengthAndForEqualOnes) {
  const HiddenPair nothing = hidden_pair({.sa = 0}, {0, 0, 0});
  EXPECT_EQ(nothing.sd_x, 0);
  EXPECT_EQ(nothing.rho, 0);
  EXPECT_NEAR(hidden_pair({}, record_pair(kX, kX)).rho, 1, 1e-15);
  EXPECT_NEAR(hidden_pair({.sa = 0}, record_pair(kX, -kX)).rho, -1, 1e-15);
  EXPECT_THROW(record_pair(kX, Vector::Zero(2)), Error);
  EXPECT_THROW(check(Distortion{.hidden = 0}), Error);
  EXPECT_THROW(check(Distortion{.sq = -1}), Error);
}

}  // namespace distortion_test
}  // namespace guise::theory
