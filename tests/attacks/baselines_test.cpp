// SPDX-License-Identifier: Apache-2.0
// The attacks that need no theory: mean, identity, subtract; and the call in memory they are reached by.
#include <gtest/gtest.h>

#include "base/error.h"
#include "spiked.h"

namespace guise::attacks {
namespace baselines_test {

using namespace testing;

TEST(MeanAttack, GivesEverybodyTheMeanLessThatOfTheNoise) {
  const Matrix released = gaussians(3000, two_levels(3, 1, 9, 1), 1).x;
  Knowledge known;
  known.noise_mean = Vector::LinSpaced(3, 1, 3);
  const Matrix guess = reconstruct("mean", released, known).values;
  const Matrix expected = (released.colwise().mean() - known.noise_mean->transpose()).replicate(3000, 1);
  EXPECT_LT(difference(guess, expected), 1e-12);
}

TEST(MeanAttack, ScoresExactlyTheVariance) {
  const Matrix x = gaussians(500, two_levels(4, 2, 9, 1), 2).x;
  const double variance = mean_square(x.rowwise() - x.colwise().mean());
  EXPECT_NEAR(error_of("mean", x, {}, x), variance, 1e-12 * variance);
}

// Paper 002 section 4: the error of NDR is the variance of the noise.
TEST(IdentityAttack, LeavesTheNoiseAsItsError) {
  const Matrix x = gaussians(2000, two_levels(5, 1, 30, 2), 3).x, e = noise(2000, 5, 4, 3);
  EXPECT_EQ(error_of("identity", x + e, {}, x), mean_square((x + e) - x));
  expect_error(reconstruct("ndr", x + e, {}).values, x, 16);
}

TEST(SubtractAttack, IsExactWithTheKey) {
  const Matrix x = gaussians(5000, two_levels(3, 1, 9, 1), 4).x, e = noise(5000, 3, 7, 4);
  Knowledge known;
  known.undo = [&](table::Chunk& chunk) { chunk.values -= e.middleRows(chunk.first_record, chunk.records()); };
  EXPECT_LT(difference(reconstruct("subtract", x + e, known).values, x), 1e-14);
}

TEST(SubtractAttack, CountsRecordsPastNeighboursAndDroppedOnes) {
  const Matrix x = gaussians(40, two_levels(2, 1, 9, 1), 5).x, e = noise(40, 2, 7, 5), y = x + e;
  Knowledge known;
  known.undo = [&](table::Chunk& chunk) { chunk.values -= e.middleRows(chunk.first_record, chunk.records()); };
  const Outcome outcome = learn_from("subtract", y, known);
  // Rows 10 to 29 with three neighbours on each side.
  const Observed window{.first_record = 7, .released = y.middleRows(7, 26), .before = 3, .count = 20};
  EXPECT_LT(difference(outcome.reconstruction->guess(window).values, x.middleRows(10, 20)), 1e-14);
  // Records 4, 7, 8, 12: the others were dropped; the first is a neighbour.
  const std::vector<Index> rows = {4, 7, 8, 12};
  const Observed gaps{.first_record = 4, .records = {4, 7, 8, 12}, .released = y(rows, Eigen::all), .before = 1, .count = 3};
  EXPECT_LT(difference(outcome.reconstruction->guess(gaps).values, x(std::vector<Index>{7, 8, 12}, Eigen::all)), 1e-14);
}

TEST(SubtractAttack, IsNotAssessedWithoutTheKey) {
  EXPECT_THROW(reconstruct("subtract", Matrix::Ones(3, 2), {}), Error);
}

TEST(Reconstruct, RefusesSideKnowledgeOfOtherRecords) {
  Knowledge known = white_noise(3, 1);
  EXPECT_THROW(reconstruct("bayes", Matrix::Random(10, 3), known, Matrix::Random(10, 1)), Error);  // not said which column
  known.known_columns = {1};
  EXPECT_THROW(reconstruct("bayes", Matrix::Random(10, 3), known, Matrix::Random(9, 1)), Error);
}

TEST(Reconstruct, NamesTheParameterItDoesNotHave) {
  try {
    reconstruct("principal(counts=3)", Matrix::Random(10, 3), white_noise(3, 1));
    FAIL() << "took a parameter that is not declared";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'count'"), std::string::npos) << error.what();
  }
}

TEST(Gather, GivesMomentsOfTheWholeReleaseInOrderOfRecords) {
  const Matrix released = gaussians(2500, two_levels(3, 1, 9, 1), 5).x;
  const Evidence evidence = gather(released, {});
  EXPECT_EQ(evidence.records, 2500);
  EXPECT_LT(difference(evidence.moments.covariance(), plain_covariance(released)), 1e-12);
  EXPECT_EQ(evidence.head, released);
  EXPECT_EQ(evidence.sample, released);  // fewer records than a sample takes
  EXPECT_EQ(evidence.histograms.size(), 3u);
}

}  // namespace baselines_test
}  // namespace guise::attacks
