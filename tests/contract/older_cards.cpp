// SPDX-License-Identifier: Apache-2.0
// Cards of before effects say the same to every reader: for each call of each step that there was then.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "masks/masked.h"
#include "release/older_cards.h"

namespace guise::masks {
namespace masks_test {
std::vector<std::string> every_call();
}  // namespace masks_test
namespace older_cards {

/// The card as it was written before effects.
Card before_effects(const Card& card) {
  nlohmann::json json = to_json(card);
  for (nlohmann::json& step : json["steps"]) {
    if (step["effect"] == "ball") step.erase("center");
    if (step.value("law", "") == "haar" || step.value("law", "") == "permutation") step.erase("law");
    for (const char* field : {"effect", "learnt", "radius", "low", "high"}) step.erase(field);
  }
  return card_from_json(json.dump(), "the card");
}

Card card_of(const std::string& call) {
  static const table::Table table = table::Table::from_matrix(correlated(200, 4).cwiseAbs(), column_names(4));
  Card card = prepare(Mask::parse(call), table, select_all(table, {}), {}, fixed_key(1)).card();
  card.key_fingerprint = fixed_key(1).fingerprint();
  return card;
}

/// Steps and parameters that no older card has.
bool is_newer(const std::string& call) {
  for (const char* newer : {"affine", "swap", "microaggregate", "exchange", "coarsen", "law=ramp", "share=record", "law=ball",
                            "law=laplace-norm", "uniform=", "spread="})
    if (call.find(newer) != std::string::npos) return true;
  return false;
}

TEST(OlderCards, SayOfEveryStepWhatNewOnesState) {
  std::vector<std::string> calls = masks_test::every_call();
  calls.emplace_back("project(k=3,side=records)");
  for (const std::string& call : calls) {
    if (is_newer(call)) continue;
    Card card = card_of(call), older = before_effects(card);
    EXPECT_EQ(older.steps[0].effect, Effect::unstated) << call;
    older.steps = release::steps_of(older);
    EXPECT_EQ(to_json(older)["steps"], to_json(card)["steps"]) << call;
  }
}

TEST(OlderCards, FollowColumnsThroughAChain) {
  const Card older = before_effects(card_of("project(k=2) | scale(low=0.5,high=3) | clip(radius=9)"));
  const std::vector<StepCard> steps = release::steps_of(older);
  EXPECT_EQ(steps[1].high, (std::vector<double>{3, 3}));
  EXPECT_EQ(steps[2].center, (std::vector<double>{0, 0}));
  EXPECT_EQ(steps[2].radius, 9);
}

TEST(OlderCards, AreAcceptedAndWhatTheyLeaveOutIsStillChecked) {
  Card card = before_effects(card_of("clip(radius=9) | noise(sd=1)"));
  EXPECT_EQ(refusal([&] { check_card(card, "the card"); }), "");
  card.steps[0].text = "clip(radius=8)";
  EXPECT_NE(refusal([&] { check_card(card, "the card"); }), "");
}

TEST(OlderCards, OfAStepThatNobodyKnowsStateNothing) {
  Card card;
  card.attributes = {"a"};
  card.steps = {{.step = "cipher", .text = "cipher"}};
  EXPECT_EQ(release::steps_of(card)[0].effect, Effect::unstated);
}

}  // namespace older_cards
}  // namespace guise::masks
