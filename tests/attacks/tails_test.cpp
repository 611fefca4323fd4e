// SPDX-License-Identifier: Apache-2.0
// Values beyond a code, beside the means of the tails in closed form.
#include <cmath>

#include "mixed.h"
#include "random/laws.h"
#include "signals.h"

namespace guise::attacks {
namespace tails_test {

using namespace testing;

constexpr Index kRecords = 20'000;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

Vector even(std::uint64_t seed) {
  std::vector<double> u(kRecords);
  random::fill_uniform(random::Rng::from_seed(seed), 0, 0, u);
  return Eigen::Map<Vector>(u.data(), kRecords);
}

Knowledge coded(double low, double high) {
  Knowledge known;
  known.limits = release::Limits{Vector::Constant(1, low), Vector::Constant(1, high)};
  return known;
}

/// The guess of the records at a code; all others must be as they were released.
double beyond(const Vector& x, double low, double high) {
  Matrix y = x;
  if (!std::isnan(high)) y = y.cwiseMin(high);
  if (!std::isnan(low)) y = y.cwiseMax(low);
  const Matrix guess = reconstruct("tails", y, coded(low, high)).values;
  double value = kNone;
  for (Index i = 0; i < kRecords; ++i) {
    if (y(i, 0) == high || y(i, 0) == low)
      value = guess(i, 0);
    else
      EXPECT_EQ(guess(i, 0), x[i]);
  }
  return value;
}

// 5 % lie beyond the code and 10 % of the records show the tail's rate to sqrt(1 / 2000) of it (the uncensored ones).
TEST(TailsAttack, AddsTheMeanOfAnExponentialTail) {
  const Vector x = -3 * even(1).array().log();
  const double code = -3 * std::log(0.05);
  EXPECT_NEAR(beyond(x, kNone, code), code + 3, 5 * 3 / std::sqrt(2000.0));
  EXPECT_NEAR(beyond(-x, -code, kNone), -(code + 3), 5 * 3 / std::sqrt(2000.0)) << "a bottom code is the same";
}

TEST(TailsAttack, SeesAParetoTail) {
  const Vector x = 10 * even(2).array().pow(-1 / 2.5);
  const double code = 10 * std::pow(0.05, -1 / 2.5), mean = code * 2.5 / 1.5;
  // d mean / d power = code / (power - 1)^2.
  EXPECT_NEAR(beyond(x, kNone, code), mean, 5 * code / square(1.5) * 2.5 / std::sqrt(2000.0));
}

TEST(TailsAttack, SaysWhyItDoesNotApply) {
  const Matrix x = even(3);
  EXPECT_NE(learn_from("tails", x, Knowledge()).reason.find("top or bottom code"), std::string::npos);
  EXPECT_NE(learn_from("tails", x, coded(kNone, 2)).reason.find("no value is at a code"), std::string::npos);
}

}  // namespace tails_test
}  // namespace guise::attacks
