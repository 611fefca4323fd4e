// SPDX-License-Identifier: Apache-2.0
// What key and card tell of sums over records; the rest of the reader is tested by what attackers know (tests/attacks).
#include "release/facts.h"

#include <gtest/gtest.h>

namespace guise::release {
namespace {

StepCard step(const char* name) {
  return {.step = name, .text = name};
}
StepCard sums_step() {
  StepCard card{.step = "project", .text = "project(k=3,side=records)", .law = "gaussian"};
  card.side = "records";
  card.outputs = 3;
  return card;
}
StepCard standardize_step() {
  StepCard card = step("standardize");
  card.center = {10, -1};
  card.scale = {2, 4};
  return card;
}
StepCard noise_step(double sd) {
  StepCard card = step("noise");
  card.sd = {sd, sd};
  return card;
}

Facts read(const std::vector<StepCard>& steps, bool insider = true) {
  Card card;
  card.attributes = card.columns = {"a", "b"};
  card.steps = steps;
  std::vector<stats::StepSecret> secrets(steps.size());
  for (std::size_t i = 0; insider && i < steps.size(); ++i)
    if (steps[i].side == "records") secrets[i].weights = [](const auto&) { return Matrix(); };
  return facts_from(card, secrets).facts;
}

TEST(SumsOverRecords, AreOfWhatComesBeforeThem) {
  const Facts facts = read({standardize_step(), noise_step(2), sums_step(), noise_step(5)});
  EXPECT_TRUE(facts.records_mixed);
  ASSERT_TRUE(facts.sums);
  EXPECT_TRUE(facts.sums->own_units);
  EXPECT_EQ(facts.sums->before.map, Matrix(Eigen::Vector2d(0.5, 0.25).asDiagonal()));
  EXPECT_EQ(facts.sums->before.shift, Vector({{-5, 0.25}}));
  EXPECT_EQ(facts.sums->before.covariance, Matrix(4 * Matrix::Identity(2, 2)));
  EXPECT_EQ(*facts.noise_covariance, Matrix(25 * Matrix::Identity(2, 2))) << "of the sums";
}

TEST(SumsOverRecords, AreClosedToWhoHasNoKey) {
  const Facts facts = read({sums_step()}, false);
  EXPECT_TRUE(facts.records_mixed);
  EXPECT_FALSE(facts.sums);
}

TEST(SumsOverRecords, OfUnitsLearntFromTheDataAreOfUnknownUnits) {
  const Facts facts = read({step("standardize"), sums_step()});
  ASSERT_TRUE(facts.sums);
  EXPECT_FALSE(facts.sums->own_units);
  EXPECT_EQ(facts.sums->before.map, Matrix::Identity(2, 2));
}

TEST(SumsOverRecords, OfWhatIsNotKnownAreNot) {
  StepCard multiply{.step = "multiply", .text = "multiply", .law = "lognormal", .sd = {0.1, 0.2}};
  EXPECT_FALSE(read({multiply, sums_step()}).sums);
  StepCard rotate = step("rotate");
  rotate.outputs = 2;
  EXPECT_FALSE(read({rotate, sums_step()}).sums) << "turned, and nobody told how";
}

}  // namespace
}  // namespace guise::release
