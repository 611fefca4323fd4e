// SPDX-License-Identifier: Apache-2.0
#include "base/card_content.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace guise {
namespace card_content_test {

using nlohmann::json;

// Vector of docs/random-format.md, computed by tests/cli/card_format.py.
const char* const kText = R"json({"guise_card": 2, "kept": [], "mask": "noise(sd=5)", "records": 3, "shuffled": false,
                                  "steps": [{"sd": [5.0, 0.25], "step": "noise"}]})json";
const char* const kContent = "e6ea1bdfc407340a4e980180a53fd088f4a2bac75c779efa587e6261783f3d75";

std::string content_of(const json& card) {
  return to_hex(card_content(card));
}

TEST(CardContent, IsTheOneOfTheDocument) {
  EXPECT_EQ(content_of(json::parse(kText)), kContent);
}

TEST(CardContent, DoesNotSeeSpacesOrderSpellingOfNumbersNorWhatIsMadeFromIt) {
  json card = json::parse(R"json({"steps":[{"step":"noise","sd":[5,25e-2]}],"shuffled":false,"records":3.0,
                                  "mask":"noise(sd=5)","kept":[],"guise_card":2})json");
  EXPECT_EQ(content_of(card), kContent);
  card.update({{"check", "00"}, {"seal", "11"}, {"signatures", json::array({"x"})}});
  EXPECT_EQ(content_of(card), kContent);
}

TEST(CardContent, SeesEveryOtherChange) {
  const auto changed = [](const auto& change) {
    json card = json::parse(kText);
    change(card);
    return content_of(card) != kContent;
  };
  EXPECT_TRUE(changed([](json& c) { c["records"] = 4; }));
  EXPECT_TRUE(changed([](json& c) { c["records"] = "3"; }));
  EXPECT_TRUE(changed([](json& c) { c["records"] = nullptr; }));
  EXPECT_TRUE(changed([](json& c) { c["shuffled"] = true; }));
  EXPECT_TRUE(changed([](json& c) { c["shuffled"] = "false"; }));
  EXPECT_TRUE(changed([](json& c) { c["kept"] = json::array({"id"}); }));
  EXPECT_TRUE(changed([](json& c) { c["kept"] = json::object(); }));
  EXPECT_TRUE(changed([](json& c) { c["steps"][0]["sd"] = {5.0, 0.25, 0.0}; }));
  EXPECT_TRUE(changed([](json& c) { c["steps"][0]["sd"] = {0.25, 5.0}; }));
  EXPECT_TRUE(changed([](json& c) { c["steps"][0]["more"] = 1; }));
  EXPECT_TRUE(changed([](json& c) { c.erase("kept"); }));
  EXPECT_TRUE(changed([](json& c) { c["unheard of"] = 1; }));
}

TEST(CardContent, TellsLargeWholeNumbersApart) {
  const json one = {{"n", std::int64_t{9007199254740993}}}, two = {{"n", std::int64_t{9007199254740992}}};
  EXPECT_NE(card_content(one), card_content(two));
}

}  // namespace card_content_test
}  // namespace guise
