// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "attacks/signals.h"

namespace guise::attacks::testing {
namespace average_test {

Vector averaged(const Vector& series, int length) {
  return reconstruct("average(length=" + std::to_string(length) + ")", series, {}).values;
}

TEST(Average, TakesTheRecordsThatAreThereAtTheEnds) {
  const Vector ramp = Vector::LinSpaced(6, 1, 6);
  const Vector three{{1.5, 2, 3, 4, 5, 5.5}};
  // Even lengths reach one record further back: [t - 2, t + 1].
  const Vector four{{1.5, 2, 2.5, 3.5, 4.5, 5}};
  EXPECT_LT((averaged(ramp, 3) - three).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((averaged(ramp, 4) - four).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((averaged(ramp, 1) - ramp).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((averaged(ramp, 100).array() - 3.5).abs().maxCoeff(), 1e-12);
}

TEST(Average, TakesAKnownNoiseMeanOff) {
  Knowledge known;
  known.noise_mean = Vector::Constant(1, 2.0);
  const Vector flat = Vector::Constant(30, 5.0);
  EXPECT_LT((reconstruct("average", flat, known).values.array() - 3.0).abs().maxCoeff(), 1e-12);
}

TEST(Average, DoesNotDependOnTheWindows) {
  const Matrix y = noise(500, 2, 1, 3);
  const Outcome outcome = learn_from("ma(length=11)", y, {});
  ASSERT_TRUE(outcome.reconstruction);
  EXPECT_EQ(outcome.reconstruction->halo, 5);
  EXPECT_EQ(guess_by_windows(*outcome.reconstruction, y, 500), guess_by_windows(*outcome.reconstruction, y, 64));
}

TEST(Average, SaysNothingOfAShuffledRelease) {
  Knowledge known;
  known.ordered = false;
  const Outcome outcome = learn_from("average", noise(100, 2, 1, 4), known);
  EXPECT_FALSE(outcome.reconstruction);
  EXPECT_NE(outcome.reason.find("shuffled"), std::string::npos);
}

TEST(Average, NotesWhenTheOrderTellsNothing) {
  const auto notes = [](const Matrix& y) { return learn_from("average", y, {}).reconstruction->notes.size(); };
  EXPECT_EQ(notes(noise(2000, 3, 1, 5)), 2u);
  EXPECT_EQ(notes(first_order(2000, 0.3, 6)), 1u);
}

/// Root of bias^2 + sigma^2 |weights|^2 of the moving average, from its definition.
double expected_error(const Matrix& x, Index length, double sd) {
  double sum = 0;
  for (Index i = 0; i < x.rows(); ++i) {
    const Index from = std::max<Index>(0, i - length / 2), to = std::min(x.rows() - 1, i + (length - 1) / 2);
    const double count = static_cast<double>(to - from + 1);
    for (Index j = 0; j < x.cols(); ++j)
      sum += square(x.col(j).segment(from, to - from + 1).sum() / count - x(i, j)) + sd * sd / count;
  }
  return std::sqrt(sum / static_cast<double>(x.size()));
}

// Paper 001, figure 9: the reference found .368 on slow and .873 on fast square trends.
TEST(Average, HasTheErrorOfFigure9) {
  for (const auto& [cycles, reference] : {std::pair{kSlow, 0.368}, {kFast, 0.873}}) {
    const Matrix trend = trend_data(cycles), x = square_waves(trend);
    const double sd = noise_for(trend, 2), expected = expected_error(x, 10, sd);
    EXPECT_NEAR(expected, reference, 0.005);
    constexpr int seeds = 10;
    double sum = 0;
    for (int seed = 0; seed < seeds; ++seed)
      sum += mean_square(reconstruct("average(length=10)", x + noise(300, 12, sd, seed), {}).values - x);
    // The reference's spread over seeds is .006; five standard errors of the mean of ten.
    EXPECT_NEAR(std::sqrt(sum / seeds), expected, 5 * 0.006 / std::sqrt(seeds));
  }
}

}  // namespace average_test
}  // namespace guise::attacks::testing
