// SPDX-License-Identifier: Apache-2.0
#include "base/json_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace guise {
namespace json_text_test {

std::string nested(std::size_t levels) {
  return std::string(levels, '[') + std::string(levels, ']');
}

std::string refusal(const std::string& text, const JsonLimits& limits = {}) {
  try {
    parse_json(text, "model.json", limits);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(JsonText, ReadsADocumentAtTheLimitOfDepthAndRefusesOneLevelMore) {
  EXPECT_EQ(parse_json(nested(100), "x").size(), 1u);
  EXPECT_EQ(refusal(nested(101)), "model.json is nested 101 levels deep, and guise reads documents of at most 100");
  EXPECT_NE(refusal(nested(2'000'000)), "");
}

TEST(JsonText, BracketsInStringsAreNoNesting) {
  const std::string text = "{\"a\": \"" + std::string(500, '[') + "\\\"[[\\\\\", \"b\": [1]}";
  EXPECT_EQ(parse_json(text, "x")["b"][0], 1);
}

TEST(JsonText, RefusesMoreBytesOrValuesThanAllowed) {
  EXPECT_EQ(parse_json("[1,2,3]", "x", {.bytes = 7, .values = 3}).size(), 3u);
  EXPECT_EQ(refusal("[1,2,3]", {.bytes = 6}), "model.json has 7 bytes, and guise reads documents of at most 6");
  EXPECT_EQ(refusal("[1,2,3]", {.values = 2}), "model.json holds about 3 values, and guise reads documents of at most 2");
}

TEST(JsonText, WhatIsNoJsonComesBackAsDiscarded) {
  for (const char* text : {"", "{", "]", "[1,", "nul", "\"\\", "{\"a\":1}}"})
    EXPECT_TRUE(parse_json(text, "x").is_discarded()) << text;
}

TEST(JsonNesting, IsTheSameHoweverTheTextIsCut) {
  const std::string text = R"({"a\"[": [[{"b": "\\"}], ["]"]]})";
  JsonNesting whole, single;
  whole.add(text);
  for (const char& c : text) single.add({&c, 1});
  EXPECT_EQ(whole.deepest(), 4u);
  EXPECT_EQ(single.deepest(), whole.deepest());
  EXPECT_EQ(single.values(), whole.values());
}

}  // namespace json_text_test
}  // namespace guise
