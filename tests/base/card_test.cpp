// SPDX-License-Identifier: Apache-2.0
#include "base/card.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace guise {
namespace card_test {

Card example() {
  Card card;
  card.tool = "guise 0.1.0";
  card.mask = "standardize | noise(law=laplace,sd=[0.1,2])";
  StepCard standardize{.step = "standardize", .text = "standardize(center=[1,2],scale=[3,4])"};
  standardize.center = {1, 2};
  standardize.scale = {3, 4};
  StepCard noise{
      .step = "noise", .text = "noise(law=laplace,sd=[0.1,2])", .law = "laplace", .sd = {0.1, 2}, .similarity = -0.5};
  noise.width = {1};
  noise.origin = {2};
  noise.grid = {0x1p-10};
  noise.draws = "0a1b";
  card.steps = {standardize, noise};
  card.records = 1'000'000'007;
  card.first_record = 5;
  card.shuffled = true;
  card.attributes = {"age", "weight"};
  card.columns = {"age", "größe \"x\""};
  card.kept = {"id"};
  card.digest = std::string(64, 'f');
  card.salt = std::string(64, '0');
  card.key_fingerprint = std::string(32, 'a');
  card.round = "2026-11";
  return card;
}

std::string message(const std::string& text) {
  try {
    card_from_json(text, "release.card.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "";
}

TEST(Card, ReadsBackWhatWasWritten) {
  const Card card = example();
  const Card back = card_from_json(to_json(card).dump(), "test");
  EXPECT_EQ(to_json(back), to_json(card));
  EXPECT_EQ(back.steps[1].sd, card.steps[1].sd);
  EXPECT_EQ(back.steps[1].similarity, -0.5);
  EXPECT_EQ(back.steps[1].grid, card.steps[1].grid);
  EXPECT_EQ(back.steps[0].center, card.steps[0].center);
  EXPECT_EQ(back.steps[1].draws, "0a1b");
  EXPECT_EQ(back.round, "2026-11");
  EXPECT_EQ(back.records, card.records);
  EXPECT_EQ(back.attributes, card.attributes);
  EXPECT_EQ(back.columns, card.columns);
  EXPECT_TRUE(back.shuffled);
}

TEST(Card, LeavesOutWhatDoesNotApply) {
  const auto step = to_json(example())["steps"][0];
  EXPECT_FALSE(step.contains("sd"));
  EXPECT_FALSE(step.contains("law"));
  EXPECT_FALSE(step.contains("similarity"));
}

TEST(Card, OfALaterFormatIsRefusedWithTheWayOut) {
  auto json = to_json(example());
  json["guise_card"] = 99;
  EXPECT_NE(message(json.dump()).find("format 99"), std::string::npos);
}

TEST(Card, ThatIsNoCardIsRefusedByName) {
  for (const char* text : {"", "{", "[]", "{}", "null", "{\"guise_card\": \"one\"}", "{\"guise_card\": 1}"}) {
    const std::string sentence = message(text);
    EXPECT_NE(sentence.find("release.card.json"), std::string::npos) << text;
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << text;
    EXPECT_EQ(sentence.find("json.exception"), std::string::npos) << text;
  }
}

TEST(Card, CutOffAnywhereIsRefusedWithASentence) {
  const std::string text = to_json(example()).dump(2);
  for (std::size_t length = 0; length < text.size(); ++length) {
    const std::string sentence = message(text.substr(0, length));
    EXPECT_NE(sentence.find("it is cut off"), std::string::npos) << length;
    EXPECT_EQ(sentence.find("json.exception"), std::string::npos) << length;
  }
}

TEST(Card, WithAFieldOfTheWrongKindIsRefusedByItsName) {
  auto json = to_json(example());
  json["steps"][1]["sd"] = "five";
  EXPECT_NE(message(json.dump()).find("step 2"), std::string::npos);
  json = to_json(example());
  json["columns"] = 7;
  EXPECT_NE(message(json.dump()).find("'columns'"), std::string::npos);
  json.erase("columns");
  EXPECT_NE(message(json.dump()).find("'columns'"), std::string::npos);
}

}  // namespace card_test
}  // namespace guise
