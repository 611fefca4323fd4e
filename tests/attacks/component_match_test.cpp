// SPDX-License-Identifier: Apache-2.0
#include "attacks/component_match.h"

#include <gtest/gtest.h>

#include "population_data.h"
#include "stats/quantiles.h"

namespace guise::attacks {
namespace component_match_test {

TEST(ComponentMatch, FindsWhoIsWhoUpToTheSign) {
  const Matrix targets = stats::standard_quantiles(testing::skewed(5000, 4, 1), 99);
  Matrix mixed = testing::skewed(5000, 4, 2)(Eigen::all, std::vector<Index>{2, 0, 3, 1});
  mixed.col(1) *= -7;
  const ComponentMatch match = match_distributions(stats::standard_quantiles(mixed, 99), targets, 0.02);
  EXPECT_EQ(match.component, (std::vector<Index>{1, 3, 0, 2}));
  EXPECT_EQ(match.sign, Eigen::Vector4d(-1, 1, 1, 1));
  EXPECT_GT(match.confidence.minCoeff(), 0.5);
  EXPECT_TRUE(notes_on(match).empty());
  Matrix expected = Matrix::Zero(4, 4);
  expected(0, 1) = -1, expected(1, 3) = expected(2, 0) = expected(3, 2) = 1;
  EXPECT_EQ(match.selection(4), expected);
}

TEST(ComponentMatch, LeavesOutWhatIsTooMany) {
  const Matrix cost = (Matrix(2, 3) << 5, 1, 3, 1, 2, 9).finished();  // two components, three targets
  const ComponentMatch few = match_components(cost, cost.array() + 1, 0);
  EXPECT_EQ(few.component, (std::vector<Index>{1, 0, -1}));
  EXPECT_EQ(few.sign, Eigen::Vector3d(1, 1, 0));
  EXPECT_EQ(notes_on(few)[0], "only 2 of 3 attributes can be matched with a component; the others get the mean");
  const ComponentMatch many = match_components(cost.transpose(), cost.transpose().array() * 1.01, 0);
  EXPECT_EQ(many.component, (std::vector<Index>{1, 0}));
  EXPECT_EQ(notes_on(many)[0], "the sign of 2 of 2 components is a guess: mirrored they have nearly the same distribution");
}

TEST(SignConfidence, IsNoneBelowTheSamplingError) {
  EXPECT_NEAR(sign_confidence(0.1, 0.3, 0), 0.5, 1e-12);
  EXPECT_NEAR(sign_confidence(0.3, 0.1, 0.05), 0.15 / 0.4, 1e-12);
  EXPECT_EQ(sign_confidence(0.01, 0.03, 0.05), 0);
  EXPECT_EQ(sign_confidence(0, 0, 0), 0);
}

// Two samples of one law, many times: the mean W1 is about the sampling error.
TEST(SamplingError, IsAboutTheDistanceOfTwoSamples) {
  double sum = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    sum += stats::quantile_distance(stats::standard_quantiles(testing::skewed(400, 1, seed), 99),
                                    stats::standard_quantiles(testing::skewed(900, 1, seed + 1000), 99));
  EXPECT_LT(sum / 50, sampling_error(400, 900));
  EXPECT_GT(sum / 50, sampling_error(400, 900) / 4);
}

}  // namespace component_match_test
}  // namespace guise::attacks
