// SPDX-License-Identifier: Apache-2.0
// Attackers with two releases: the owner's next one under the same key, and an insider of two keys. Data are Gaussian, so that
// what is left of them has a closed form.
#include "audit/overlap.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "audit/given.h"

namespace guise::audit {
namespace overlap_test {

using testing::audit_mask;
using testing::normals;
using testing::request_of;
using testing::worst;

constexpr Index kRecords = 4000;

/// Independent columns of variance 25.
Matrix gaussian(std::uint64_t seed) {
  return normals(kRecords, 4, seed).array() * 5 + 30;
}

const Trial& trial_of(const AttackerResult& result, std::string_view attack) {
  for (const Trial& trial : result.trials)
    if (trial.attack == attack) return trial;
  throw std::runtime_error("no such trial");
}

/// Mean squared error of an attack over the variance, all attributes and keys.
double left_by(const std::string& mask, const std::string& attacker, const std::string& attack, const Matrix& x) {
  Request request = request_of({attacker}, 2, 5);
  request.attacks = {attack};
  const Result result = audit_mask(x, mask, request);
  const Trial& trial = trial_of(result.masks[0].attackers[0], attack);
  return trial.nrmse.value * trial.nrmse.value;
}

// The error of a share p over 2 keys x 4 columns x 2000 records is p sqrt(2 / 16000) = 0.011 p; four of these and the bias of
// estimated moments, of the order 1 / 4000.
double off(double p) {
  return 0.045 * p + 0.002;
}

TEST(Overlap, HalvesTheNoise) {
  for (const double variance : {25.0, 5.0}) {
    const double half = variance / 2, expected = half / (25 + half);
    EXPECT_NEAR(left_by(fmt::format("noise(sd={})", std::sqrt(variance)), "overlap", "bayes", gaussian(1)), expected,
                off(expected));
  }
}

/// A secret shift leaves the records open up to it, and the noise on them averages out.
TEST(Overlap, AveragesTheNoiseOnWhatIsShifted) {
  const Request request = request_of({"outsider", "overlap"}, 2, 5);
  const Result result = audit_mask(gaussian(1), "translate(sd=40) | noise(sd=5)", request);
  const AttackerResult &outsider = result.masks[0].attackers[0], &overlap = result.masks[0].attackers[1];
  EXPECT_LT(worst(overlap).calibrated.value, 0.8 * worst(outsider).calibrated.value) << worst(overlap).attack;
}

TEST(Overlap, HasAKeyOfTheSameSharedHalf) {
  const random::Rng one = random::Rng::from_seed(1), other = random::Rng::from_seed(2);
  const random::Key first = random::Key::derive(one), next = random::Key::derive(one, other);
  EXPECT_EQ(first.shared(0, {}).key(), next.shared(0, {}).key());
  EXPECT_NE(first.salt({}, "m", ""), next.salt({}, "m", ""));
}

Card card_of(const std::string& spec) {
  const table::Table table = table::Table::from_matrix(testing::originals(100, 1), {"a", "b", "c", "d"});
  return masks::prepare(masks::Mask::parse(spec), table, {.attributes = {"a", "b", "c", "d"}}, {}, random::Key::create())
      .card();
}

Overlap overlap(const std::string& spec) {
  const Card card = card_of(spec);
  return overlap_of(card, attacks::knowledge_from(card).knowledge);
}

TEST(Overlap, IsTheMeanWhereNoiseIsAddedLast) {
  for (const char* mask :
       {"noise(sd=2)", "rotate | noise(sd=2)", "noise(sd=2) | rotate", "project(k=2) | noise(sd=2)",
        "translate(sd=5) | noise(sd=2)", "clip(radius=50) | noise(sd=2,grid=0.5)", "noise(sd=2,shape=data)"}) {
    const Overlap found = overlap(mask);
    ASSERT_TRUE(found.knowledge) << mask;
    const Card card = card_of(mask);
    EXPECT_NEAR(found.knowledge->noise_covariance->trace(),
                attacks::knowledge_from(card).knowledge.noise_covariance->trace() / 2, 1e-9)
        << mask;
  }
  EXPECT_FALSE(overlap("noise(sd=2,law=laplace)").knowledge->noise_law) << "the mean of two is of another law";
  EXPECT_TRUE(overlap("noise(sd=2)").knowledge->noise_law);
}

TEST(Overlap, SaysNothingWhereTheSameIsReleasedAgain) {
  for (const char* mask : {"rotate", "translate(sd=5)", "bin(width=2)", "standardize | distort", "scale | round"}) {
    EXPECT_FALSE(overlap(mask).knowledge) << mask;
    EXPECT_EQ(overlap(mask).not_assessed, "") << mask;
  }
}

/// Never a reassuring figure where something new is released and no attack reads it.
TEST(Overlap, IsNotAssessedWhereNoAttackCombinesTheReleases) {
  for (const char* mask : {"multiply(sd=0.2)", "noise(sd=2) | round(width=1)", "noise(sd=2) | clip(radius=5)",
                           "noise(sd=1) | distort", "project(k=20,side=records)", "project(k=20,side=records) | noise(sd=1)"}) {
    EXPECT_FALSE(overlap(mask).knowledge) << mask;
    EXPECT_NE(overlap(mask).not_assessed, "") << mask;
  }
  const Result result = audit_mask(gaussian(4).topRows(400), "project(k=20,side=records)", request_of({"overlap"}, 1, 5));
  EXPECT_EQ(result.masks[0].attackers[0].worst, -1);
}

TEST(SharesDraws, IsWhereAStepTakesTheSharedHalf) {
  for (const char* mask : {"rotate", "noise(sd=1) | project(k=2)", "permute", "translate(sd=1)", "scale", "distort"})
    EXPECT_TRUE(shares_draws(masks::Mask::parse(mask))) << mask;
  for (const char* mask : {"noise(sd=1)", "standardize | bin(count=4)"})
    EXPECT_FALSE(shares_draws(masks::Mask::parse(mask))) << mask;
}

/// Undone rotations leave the noise of both: x + e1 and x + e2.
TEST(InsiderWithTwoReleases, AveragesWhatTheMatricesLeave) {
  const double half = 25.0 / 2, expected = half / (25 + half);
  EXPECT_NEAR(left_by("rotate | noise(sd=5)", "insider-repeat", "bayes", gaussian(1)), expected, off(expected));
  const double one = 0.5;
  EXPECT_NEAR(left_by("rotate | noise(sd=5)", "insider", "bayes", gaussian(1)), one, off(one));
}

/// Two projections from 4 columns to 2 with 2 + 2 = 4 equations leave nothing open; one leaves half of independent columns.
TEST(InsiderWithTwoReleases, SolvesTwoProjections) {
  EXPECT_LT(left_by("project(k=2)", "insider-repeat", "bayes", gaussian(2)), 1e-6);
  EXPECT_NEAR(left_by("project(k=2)", "insider", "bayes", gaussian(2)), 0.5, off(0.5));
  EXPECT_NEAR(left_by("project(k=1)", "insider-repeat", "bayes", gaussian(2)), 0.5, off(0.5));
}

/// k of n equations for each of two rounds.
TEST(InsiderWithTwoReleases, AddsUpTheSumsOfTwoRounds) {
  const Matrix x = gaussian(3).topRows(400);
  // Over 4 columns and 2 keys, half of the records: sqrt(p (1 - p) / 200 / 8) = 0.0125; four of these.
  EXPECT_NEAR(left_by("project(k=100,side=records)", "insider-repeat", "unsum", x), 0.5, 0.05);
  EXPECT_NEAR(left_by("project(k=100,side=records)", "insider", "unsum", x), 0.75, 0.05);
}

}  // namespace overlap_test
}  // namespace guise::audit
