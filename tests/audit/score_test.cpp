// SPDX-License-Identifier: Apache-2.0
// Outcomes of guesses whose quality is known by construction.
#include "audit/score.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random/laws.h"

namespace guise::audit {
namespace {

constexpr Index kRecords = 2000;

Matrix normals(std::uint64_t seed) {
  Matrix out(kRecords, 2);
  for (std::uint32_t j = 0; j < 2; ++j)
    random::fill_normal(random::Rng::from_seed(seed), j, 0, {out.col(j).data(), static_cast<std::size_t>(kRecords)});
  return out;
}

measures::Comparison compared(const Matrix& truth, const Matrix& guess) {
  measures::Comparison comparison(stats::moments_of(truth).variance().cwiseSqrt());
  comparison.add(truth, guess);
  return comparison;
}

class Scores : public testing::Test {
 protected:
  /// One trial for each list of guesses, one guess for each key.
  AttackerResult scored(const std::vector<std::vector<Matrix>>& guesses, double baseline = 1,
                        const std::vector<std::string>& names = {"one", "other"}) const {
    AttackerResult result{.attacker = {.kind = &all_attackers()[0]},
                          .columns = {"a", "b"},
                          .baseline = Vector::Constant(2, baseline),
                          .trials = {}};
    for (const auto& by_key : guesses) {
      Trial trial{.attack = names[result.trials.size()], .reason = {}, .notes = {}, .by_key = {}, .nrmse = {}, .residual = {}};
      for (const Matrix& guess : by_key) trial.by_key.push_back(compared(truth, guess));
      trial.choice = trial.by_key;
      result.trials.push_back(std::move(trial));
    }
    const measures::Comparison mean = compared(truth, truth.colwise().mean().replicate(kRecords, 1));
    score(result, mean, mean);
    return result;
  }
  const Matrix truth = normals(1), error = normals(2);
};

TEST_F(Scores, AGuessInOtherUnitsHasSucceeded) {
  const AttackerResult result = scored({{(7 * truth).array() + 30}});
  EXPECT_GT(result.trials[0].nrmse.value, 1);
  EXPECT_NEAR(result.trials[0].calibrated.value, 0, 1e-9);
  EXPECT_EQ(result.status(), Status::succeeded);
}

TEST_F(Scores, ExactButForTheDirectionHasSucceededToo) {
  EXPECT_EQ(scored({{-truth, truth, -truth}}).status(), Status::succeeded);
}

/// Correlation 0.7 of a random sign tells nobody anything.
TEST_F(Scores, ACorrelationWhoseSignIsLuckIsResisted) {
  const AttackerResult result = scored({{truth + error, -truth - error, truth + error, -truth - error}});
  EXPECT_NEAR(result.trials[0].residual.value, 0.5, 0.05);
  EXPECT_NEAR(result.trials[0].calibrated.value, 1, 1e-9);
  EXPECT_EQ(result.status(), Status::resisted);
}

TEST_F(Scores, TheSameCorrelationInTheRightDirectionHasSucceeded) {
  EXPECT_EQ(scored({{5 * (truth + error)}}).status(), Status::succeeded);
  EXPECT_EQ(scored({{5 * (truth + error)}}, 0.5).status(), Status::resisted) << "the same knowledge reaches that without it";
}

/// Of two that succeeded, the one that points the right way is the worst, though the other is nearer to linear.
TEST_F(Scores, AFlippedAttributeDoesNotHideAGuessThatIsRight) {
  Matrix flipped = truth;
  flipped.col(1) *= -1;
  const AttackerResult result = scored({{flipped}, {truth + 0.2 * error}});
  EXPECT_LT(result.trials[0].residual.value, result.trials[1].residual.value);
  EXPECT_EQ(result.trials[0].status, Status::succeeded);
  EXPECT_EQ(result.worst, 1);
}

/// A guess that is off by a constant is as good as exact once that is known; one that is exact already is worse for the owner.
TEST_F(Scores, OfTwoThatAreExactButForUnitsTheOneInTheRightUnitsIsTheWorst) {
  const Matrix shifted = truth.array() + 3, rounded = truth + 1e-6 * error;
  EXPECT_EQ(scored({{shifted}, {rounded}}).worst, 1);
  EXPECT_EQ(scored({{rounded}, {shifted}}).worst, 0);
}

TEST_F(Scores, OfTheSameAttackTheBetterOneStays) {
  const AttackerResult result = scored({{truth + error}, {truth + 0.2 * error}, {error}}, 1, {"same", "same", "other"});
  ASSERT_EQ(result.trials.size(), 2u);
  EXPECT_EQ(result.trials[0].nrmse.value, scored({{truth + 0.2 * error}}).trials[0].nrmse.value);
  EXPECT_EQ(result.worst, 0);
  const AttackerResult none = scored({{}, {error}}, 1, {"same", "same"});
  ASSERT_EQ(none.trials.size(), 1u);
  EXPECT_EQ(none.worst, 0) << "one that could not be assessed does not stand before one that could";
  EXPECT_EQ(scored({{}}).worst, -1);
}

TEST_F(Scores, NoiseIsResisted) {
  EXPECT_EQ(scored({{error}}).status(), Status::resisted);
  EXPECT_EQ(scored({{normals(3), normals(4), normals(5)}}).status(), Status::resisted);
}

}  // namespace
}  // namespace guise::audit
