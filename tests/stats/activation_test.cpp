// SPDX-License-Identifier: Apache-2.0
// Against the C library in long double (64 bits of fraction on x86; tests run there).
#include "stats/activation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "base/error.h"
#include "random/kernels.h"
#include "random/laws.h"

namespace guise::stats {
namespace activation_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNaN = std::numeric_limits<double>::quiet_NaN();

/// Error in units in the last place of the true value.
double ulps(double got, long double truth) {
  const double rounded = std::fabs(static_cast<double>(truth));
  const double ulp = std::nextafter(rounded, kInfinity) - rounded;
  return static_cast<double>(std::fabs(static_cast<long double>(got) - truth) / static_cast<long double>(ulp));
}

/// Arguments of every size from 1e-300 to 700, denser where the functions bend, and the odd ones.
Vector arguments(Index count) {
  std::vector<double> u(static_cast<std::size_t>(count) * 2);
  random::fill_uniform(random::Rng::from_seed(1), 0, 0, u);
  Vector x(count);
  for (Index i = 0; i < count; ++i) {
    const double a = u[static_cast<std::size_t>(2 * i)], b = u[static_cast<std::size_t>(2 * i + 1)];
    const double size = i % 4 == 0 ? std::pow(10, -300 + 302.8 * a) : i % 4 == 1 ? 700 * a : i % 4 == 2 ? 22 * a : 2 * a;
    x[i] = b < 0.5 ? -size : size;
  }
  x.head(8) << 0, -0.0, kInfinity, -kInfinity, kNaN, 5e-324, 1.7e308, -1.7e308;
  return x;
}

Vector activated(Activation f, Vector x) {
  activate(f, x);
  return x;
}

TEST(Activation, TanhIsWithinThreeUnitsInTheLastPlaceAndNeverAboveOne) {
  const Vector x = arguments(400'000), y = activated(Activation::tanh, x);
  double worst = 0;
  for (Index i = 8; i < x.size(); ++i) {
    worst = std::max(worst, ulps(y[i], std::tanh(static_cast<long double>(x[i]))));
    ASSERT_LE(std::fabs(y[i]), 1) << x[i];
  }
  EXPECT_LT(worst, 3);  // 2.45
}

TEST(Activation, SigmoidIsWithinThreeUnitsInTheLastPlace) {
  const Vector x = arguments(400'000), y = activated(Activation::sigmoid, x);
  double worst = 0;
  for (Index i = 8; i < x.size(); ++i) {
    worst = std::max(worst, ulps(y[i], 1 / (1 + std::exp(-static_cast<long double>(x[i])))));
    ASSERT_LE(y[i], 1) << x[i];
  }
  EXPECT_LT(worst, 3);  // 2.34
}

TEST(Activation, KnowsItsSpecialValues) {
  const double ends[][2] = {{-1, 1}, {0, 1}, {-kInfinity, kInfinity}, {-1, 1}, {0, kInfinity}, {-1, 1}};
  for (const ActivationFacts& facts : all_activations()) {
    const double* end = ends[static_cast<int>(facts.kind)];
    EXPECT_EQ(activate(facts.kind, -kInfinity), end[0]) << facts.name;
    EXPECT_EQ(activate(facts.kind, kInfinity), end[1]) << facts.name;
    EXPECT_TRUE(std::isnan(activate(facts.kind, kNaN))) << facts.name;
    EXPECT_EQ(activate(facts.kind, 0), facts.kind == Activation::sigmoid ? 0.5 : 0) << facts.name;
  }
  EXPECT_TRUE(std::signbit(activate(Activation::tanh, -0.0)));
  EXPECT_EQ(activate(Activation::tanh, 5e-324), 5e-324);
}

TEST(Activation, HasTheSameBitsInEveryKernelAtEveryLengthAndOneByOne) {
  const random::Kernel before = random::current_kernel();
  const Vector x = arguments(4001);
  for (const ActivationFacts& facts : all_activations())
    for (const random::Kernel kernel : random::usable_kernels()) {
      random::force_kernel(kernel);
      for (const Index count : {Index{0}, Index{1}, Index{2}, Index{3}, Index{5}, Index{7}, Index{9}, x.size()}) {
        Vector y = x;
        activate(facts.kind, y.tail(count));
        for (Index i = 0; i < x.size(); ++i) {
          const double one = i < x.size() - count ? x[i] : activate(facts.kind, x[i]);
          ASSERT_TRUE(std::memcmp(&y[i], &one, sizeof one) == 0 || (std::isnan(y[i]) && std::isnan(one)))
              << facts.name << ' ' << random::kernel_name(kernel) << ' ' << x[i] << ": " << y[i] << ' ' << one;
        }
      }
    }
  random::force_kernel(before);
}

TEST(Activation, OfABlockOfAMatrixLeavesTheRestAlone) {
  Matrix values = Matrix::Constant(6, 4, 2);
  activate(Activation::clip, values.block(1, 1, 3, 2));
  EXPECT_EQ(values.sum(), 2 * (24 - 6) + 6);
}

TEST(Activation, IsWhatItsFactsSay) {
  const Vector x = Vector::LinSpaced(2001, -5, 5);
  for (const ActivationFacts& facts : all_activations()) {
    EXPECT_EQ(&facts, &facts_of(facts.kind));
    EXPECT_EQ(find_activation(facts.name), facts.kind);
    const Vector y = activated(facts.kind, x);
    EXPECT_EQ(facts.odd, (y + y.reverse()).cwiseAbs().maxCoeff() < 1e-12) << facts.name;
    EXPECT_EQ(facts.bounded, y.cwiseAbs().maxCoeff() <= 1) << facts.name;
    EXPECT_EQ(facts.one_to_one, ((y.tail(2000) - y.head(2000)).array() > 0).all()) << facts.name;
    const double steepest = (y.tail(2000) - y.head(2000)).maxCoeff() / 0.005;
    EXPECT_NEAR(steepest, std::min(facts.steepest, 1 / 0.005), 1e-4) << facts.name;
  }
}

TEST(Activation, SlopeIsTheLimitOfDifferences) {
  constexpr double h = 1e-5;
  for (const ActivationFacts& facts : all_activations())
    for (const double x : {-4.3, -1.7, -0.6, 0.2, 0.9, 3.1, 12.0}) {
      const double difference = (activate(facts.kind, x + h) - activate(facts.kind, x - h)) / (2 * h);
      EXPECT_NEAR(slope(facts.kind, x), difference, 1e-9) << facts.name << ' ' << x;
    }
  EXPECT_NEAR(slope(Activation::tanh, 30) / (4 * std::exp(-60)), 1, 1e-14);  // 1 - tanh^2 would be 0
}

TEST(Activation, PreimageTakesTheValueBackWhereItCan) {
  for (const ActivationFacts& facts : all_activations())
    for (const double x : {-0.9, -0.2, 0.3, 0.8}) {
      const auto back = preimage(facts.kind, activate(facts.kind, x));
      EXPECT_TRUE(back || !facts.one_to_one) << facts.name;
      EXPECT_NEAR(back.value_or(x), x, 1e-14) << facts.name;
    }
  EXPECT_FALSE(preimage(Activation::tanh, 1));
  EXPECT_FALSE(preimage(Activation::sigmoid, -0.1));
  EXPECT_FALSE(preimage(Activation::step, 1));
  EXPECT_FALSE(preimage(Activation::relu, 0));
  EXPECT_FALSE(preimage(Activation::clip, -1));
  EXPECT_TRUE(preimage(Activation::clip, 0.5));
}

TEST(Activation, SuggestsTheNearestName) {
  EXPECT_THROW(find_activation("tahn"), Error);
  try {
    find_activation("sigmiod");
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'sigmoid'"), std::string::npos) << error.what();
  }
}

}  // namespace activation_test
}  // namespace guise::stats
