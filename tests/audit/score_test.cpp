// SPDX-License-Identifier: Apache-2.0
// Outcomes of guesses whose quality is known by construction.
#include "audit/score.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random/laws.h"

namespace guise::audit {
namespace score_test {

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

class Scores : public ::testing::Test {
 protected:
  Trial trial(const std::string& name, const std::vector<Matrix>& guesses) const {
    Trial out{.attack = name, .reason = {}, .notes = {}, .by_key = {}, .nrmse = {}, .residual = {}};
    for (const Matrix& guess : guesses) out.by_key.push_back(compared(truth, guess));
    out.choice = out.by_key;
    return out;
  }

  /// One trial for each list of guesses, one guess for each key.
  AttackerResult scored(const std::vector<std::vector<Matrix>>& guesses, const std::vector<Matrix>& without = {},
                        const std::vector<std::string>& names = {"one", "other"}) const {
    AttackerResult result{
        .attacker = {.kind = &all_attackers()[0]}, .columns = {"a", "b"}, .baseline = Vector::Ones(2), .trials = {}};
    for (const auto& by_key : guesses) result.trials.push_back(trial(names[result.trials.size()], by_key));
    result.without.push_back(trial("mean", {truth.colwise().mean().replicate(kRecords, 1)}));
    for (const Matrix& guess : without) result.without.push_back(trial("known columns", {guess}));
    score(result);
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
  EXPECT_NE(result.status(), Status::succeeded);
}

TEST_F(Scores, TheSameCorrelationInTheRightDirectionHasSucceeded) {
  EXPECT_EQ(scored({{5 * (truth + error)}}).status(), Status::succeeded);
  EXPECT_EQ(scored({{5 * (truth + error)}}, {truth + normals(7)}).status(), Status::resisted)
      << "the same knowledge reaches that without it";
}

/// A guess that is wrong about the same records as the baseline has nothing beyond it, however few records there are.
TEST_F(Scores, WhatTheBaselineGetsWrongTooIsNoDoubt) {
  const Matrix baseline = truth + error;
  const AttackerResult result = scored({{baseline + 0.05 * normals(8)}}, {baseline});
  const Criterion& recovered = result.criteria.front();
  ASSERT_EQ(recovered.risk, Risk::recovered);
  EXPECT_LT(recovered.excess.high - recovered.excess.low, 0.2 * (recovered.value.high - recovered.value.low));
  EXPECT_EQ(result.status(), Status::resisted);
}

/// Both columns recovered to 15.8 %: below 19 % with 95 % each. Intervals that hold for all criteria together reach above it.
TEST_F(Scores, EachFigureBelowItsThresholdIsEnough) {
  Matrix guess = truth;
  for (Index j = 0; j < 2; ++j) {
    const Vector x = truth.col(j).array() - truth.col(j).mean();
    Vector e = error.col(j).array() - error.col(j).mean();
    e -= e.dot(x) / x.squaredNorm() * x;
    guess.col(j) = std::sqrt(0.158) * x / x.norm() + std::sqrt(1 - 0.158) * e / e.norm();
  }
  const AttackerResult result = scored({{guess}});
  for (const Criterion& each : result.criteria)
    if (each.risk == Risk::recovered) {
      EXPECT_NEAR(each.value.value, 0.158, 1e-9);
      EXPECT_GT(each.excess.high, Thresholds{}.recovered);
    }
  EXPECT_EQ(result.status(), Status::resisted);
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
  const AttackerResult result = scored({{truth + error}, {truth + 0.2 * error}, {error}}, {}, {"same", "same", "other"});
  ASSERT_EQ(result.trials.size(), 2u);
  EXPECT_EQ(result.trials[0].nrmse.value, scored({{truth + 0.2 * error}}).trials[0].nrmse.value);
  EXPECT_EQ(result.worst, 0);
  const AttackerResult none = scored({{}, {error}}, {}, {"same", "same"});
  ASSERT_EQ(none.trials.size(), 1u);
  EXPECT_EQ(none.worst, 0) << "one that could not be assessed does not stand before one that could";
  EXPECT_EQ(scored({{}}).worst, -1);
}

/// One column of many is enough, and it is named.
TEST_F(Scores, OneColumnThatComesBackIsASuccess) {
  Matrix guess = error;
  guess.col(1) = truth.col(1) + 0.8 * error.col(1);  // corr^2 = 0.61
  const AttackerResult result = scored({{guess}});
  EXPECT_GT(result.trials[0].calibrated.value, 0.6) << "of both columns together little comes back";
  ASSERT_EQ(result.status(), Status::succeeded);
  for (const Criterion& each : result.criteria)
    if (each.decision == Criterion::Decision::passes) EXPECT_EQ(each.column, 1u) << risk_name(each.risk);
}

/// Keys that differ wildly say nothing: neither that it resists nor that it leaks.
TEST_F(Scores, WideIntervalsAreUndecided) {
  const AttackerResult result = scored({{truth + 0.3 * error, error}});
  EXPECT_EQ(result.status(), Status::undecided);
}

/// Zeros that everybody guesses are no success of an attack that guesses them too.
TEST_F(Scores, WhatTheBestConstantHitsIsNotCounted) {
  Matrix flags = Matrix::Zero(kRecords, 2);
  for (Index i = 0; i < kRecords; i += 50) flags.row(i).setConstant(1);
  AttackerResult result{
      .attacker = {.kind = &all_attackers()[0]}, .columns = {"a", "b"}, .baseline = Vector::Ones(2), .trials = {}};
  const auto of_flags = [&](const std::string& name, const Matrix& guess) {
    Trial out{.attack = name, .reason = {}, .notes = {}, .by_key = {compared(flags, guess)}, .nrmse = {}, .residual = {}};
    out.choice = out.by_key;
    return out;
  };
  result.trials.push_back(of_flags("zeros", Matrix::Zero(kRecords, 2)));
  result.without.push_back(of_flags("mean", flags.colwise().mean().replicate(kRecords, 1)));
  AttackerResult with_constant = result;
  with_constant.without.push_back(of_flags("crowded value", Matrix::Zero(kRecords, 2)));
  score(result);
  score(with_constant);
  EXPECT_EQ(result.status(), Status::succeeded) << "the mean of a rare flag hits nobody";
  EXPECT_EQ(with_constant.status(), Status::resisted);
}

/// What a part of an attacker's knowledge gets, the attacker gets.
TEST_F(Scores, AnAttackerTakesOverWhatAPartOfItsKnowledgeGets) {
  AttackerResult more = scored({{truth + error}, {truth + 0.9 * error}});
  const AttackerResult less = scored({{truth + 0.5 * error}});
  more.trials.push_back(less.trials[0]);
  more.trials.back().attack = "third";
  AttackerResult part = less;
  part.trials[0].attack = "third";
  take_over(more, part);
  EXPECT_EQ(more.worst, 2);
  for (const Criterion& each : more.criteria)
    if (each.risk == Risk::recovered) EXPECT_NEAR(each.value.value, 0.8, 0.03);
}

TEST_F(Scores, NoiseIsResisted) {
  EXPECT_EQ(scored({{error}}).status(), Status::resisted);
  EXPECT_EQ(scored({{normals(3), normals(4), normals(5)}}).status(), Status::resisted);
}

}  // namespace score_test
}  // namespace guise::audit
