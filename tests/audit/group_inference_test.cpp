// SPDX-License-Identifier: Apache-2.0
// Figures beside each other whose values follow from how the guesses are made.
#include "audit/group_inference.h"

#include <gtest/gtest.h>

#include "audit/score.h"
#include "random/matrices.h"

namespace guise::audit {
namespace group_inference_test {

constexpr Index kRecords = 4000;

Matrix normals(std::uint64_t seed) {
  return random::gaussian_matrix(kRecords, 1, random::Rng::from_seed(seed).fork("records"));
}

Trial trial(const std::string& name, const Matrix& truth, const Matrix& guess, bool unaided) {
  Trial out{.attack = name, .reason = {}, .notes = {}, .by_key = {}, .nrmse = {}, .residual = {}};
  measures::Comparison comparison(stats::moments_of(truth).variance().cwiseSqrt());
  comparison.add(truth, guess);
  out.by_key = {comparison};
  out.choice = out.by_key;
  out.unaided = unaided;
  return out;
}

/// x = town + own with variances 3 and 1; the release adds nothing (`town`), or half of what is own.
AttackerResult judged(const Matrix& guess, bool with_side) {
  const Matrix town = std::sqrt(3.0) * normals(1), truth = town + normals(2);
  AttackerResult result{
      .attacker = {.kind = &all_attackers()[0]}, .columns = {"income"}, .baseline = Vector::Ones(1), .trials = {}};
  result.without.push_back(trial("mean", truth, Matrix::Constant(kRecords, 1, truth.mean()), true));
  if (with_side) {
    result.without.push_back(trial("known and unmasked columns", truth, town, true));
    result.trials.push_back(result.without.back());
  }
  result.trials.push_back(trial("trees", truth, guess, false));
  score(result);
  return result;
}

const Criterion& recovered(const AttackerResult& result) {
  return *std::find_if(result.criteria.begin(), result.criteria.end(),
                       [](const Criterion& each) { return each.risk == Risk::recovered; });
}

/// corr^2(x, town) = 3/4. Standard errors of a squared correlation of 4000 records are below 0.01.
TEST(GroupInference, GroupMeansAreNoGain) {
  const Matrix town = std::sqrt(3.0) * normals(1);
  const AttackerResult result = judged(town + 0.1 * normals(3), true);
  const std::size_t at = static_cast<std::size_t>(&recovered(result) - result.criteria.data());
  const GroupInference figures = group_inference(result)[at];
  EXPECT_NEAR(figures.constant, 0, 1e-9);
  EXPECT_NEAR(figures.over_constant, 0.75, 0.03);
  EXPECT_NEAR(figures.gain, 0, 0.02);
  EXPECT_NE(result.status(), Status::succeeded);
  const std::string sentence = group_inference_sentence(result);
  EXPECT_TRUE(sentence.starts_with("Of `income`, 7")) << sentence;
  EXPECT_NE(sentence.find("so the gain is 0 %"), std::string::npos) << sentence;
}

/// Half of the own variance more: 1 - 1/8.
TEST(GroupInference, AGainStandsBesideIt) {
  const Matrix truth = std::sqrt(3.0) * normals(1) + normals(2);
  const AttackerResult result = judged(truth - std::sqrt(0.5) * normals(2), true);
  const std::size_t at = static_cast<std::size_t>(&recovered(result) - result.criteria.data());
  const GroupInference figures = group_inference(result)[at];
  EXPECT_GT(figures.gain, 0.1);
  EXPECT_NEAR(figures.over_constant - figures.gain, 0.75, 0.03);
  EXPECT_EQ(result.status(), Status::succeeded);
}

TEST(GroupInference, NothingIsSaidWithoutColumnsInClear) {
  const AttackerResult result = judged(std::sqrt(3.0) * normals(1), false);
  EXPECT_EQ(group_inference_sentence(result), "");
  const std::size_t at = static_cast<std::size_t>(&recovered(result) - result.criteria.data());
  EXPECT_NEAR(group_inference(result)[at].gain, group_inference(result)[at].over_constant, 1e-12);
}

}  // namespace group_inference_test
}  // namespace guise::audit
