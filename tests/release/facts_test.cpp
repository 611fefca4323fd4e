// SPDX-License-Identifier: Apache-2.0
// What key and card tell of sums over records; the rest of the reader is tested by what attackers know (tests/attacks).
#include "release/facts.h"

#include <gtest/gtest.h>

namespace guise::release {
namespace facts_test {

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

StepCard rotate_step() {
  StepCard card = step("rotate");
  card.outputs = 2;
  return card;
}

TEST(LearntUnits, AreThoseOfAMaskThatBeginsWithThem) {
  const Facts facts = read({step("standardize"), rotate_step(), noise_step(2)}, false);
  ASSERT_TRUE(facts.learnt_units);
  EXPECT_EQ(facts.learnt_units->center.size() + facts.learnt_units->scale.size(), 0);
  EXPECT_TRUE(facts.shape->rescaled && facts.shape->shifted) << "to who does not know them";
  EXPECT_FALSE(facts.learnt_units->after.rescaled || facts.learnt_units->after.shifted || facts.learnt_units->after.exact);
  EXPECT_EQ(facts.matrix_law->law, "haar");
  EXPECT_TRUE(read({step("standardize"), step("translate"), rotate_step()}, false).learnt_units->after.shifted);
}

TEST(LearntUnits, MayBePublicInPart) {
  StepCard centred = standardize_step();
  centred.scale.clear();
  const Facts facts = read({centred, rotate_step()}, false);
  ASSERT_TRUE(facts.learnt_units);
  EXPECT_EQ(facts.learnt_units->center, Vector({{10, -1}}));
  EXPECT_EQ(facts.learnt_units->scale.size(), 0);
}

TEST(LearntUnits, MayBePublicBeforeAMatrixThatIsNot) {
  const Facts facts = read({standardize_step(), noise_step(3), rotate_step()}, false);
  ASSERT_TRUE(facts.learnt_units);
  EXPECT_EQ(facts.learnt_units->center, Vector({{10, -1}}));
  EXPECT_EQ(facts.learnt_units->scale, Vector({{2, 4}}));
  EXPECT_FALSE(facts.learnt_units->after.rescaled || facts.learnt_units->after.shifted);
  EXPECT_EQ(*facts.noise_covariance, Matrix(9 * Matrix::Identity(2, 2))) << "of the standardised columns";
  EXPECT_FALSE(read({standardize_step(), noise_step(3)}, false).learnt_units) << "the release is brought back";
  EXPECT_FALSE(read({step("scale"), standardize_step(), rotate_step()}, false).learnt_units);
}

TEST(LearntUnits, OfWhatIsNotTheOriginalsAreJustUnknown) {
  StepCard clip = step("clip");
  for (const StepCard& first : {clip, noise_step(1), rotate_step(), step("scale"), standardize_step()}) {
    const Facts facts = read({first, step("standardize")}, false);
    EXPECT_FALSE(facts.learnt_units) << first.step;
    EXPECT_TRUE(facts.shape->rescaled) << first.step;
  }
}

}  // namespace facts_test
}  // namespace guise::release
