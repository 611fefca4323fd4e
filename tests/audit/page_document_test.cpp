// SPDX-License-Identifier: Apache-2.0
#include "audit/page_document.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace guise::audit {
namespace page_document_test {

using nlohmann::json;

/// Columns c0, c1, …: the later, the more is recovered.
json wide(std::size_t columns, std::size_t attackers) {
  json by_attribute = json::object(), looks = json::object(), names = json::array();
  for (std::size_t j = 0; j < columns; ++j) {
    const std::string name = fmt::format("c{}", j);
    names.push_back(name);
    const double left = 1 - static_cast<double>(j) / static_cast<double>(columns);
    by_attribute[name] = {{"calibrated", {{"value", left}, {"ci", {left, left}}}}};
    looks[name] = {{"agreement",
                    {{"edges", json::array()}, {"counts", std::vector<int>(std::min<std::size_t>(400, 40'000 / columns), 7)}}}};
  }
  const json worst{{"attack", "bayes"}, {"outcome", "succeeded"}, {"by_attribute", by_attribute}};
  const json other{{"attack", "identity"}, {"outcome", "resisted"}, {"by_attribute", by_attribute}};
  const json attacker{{"attacker", "outsider"},           {"worst", "bayes"},
                      {"attacks", {other, worst}},        {"criteria", json::array()},
                      {"baseline_nrmse", json::object()}, {"look", {{"by_attribute", looks}}}};
  const json mask{{"mask", "rotate"},
                  {"attackers", json(attackers, attacker)},
                  {"spectrum", {{"release", std::vector<double>(columns, 0.123456789)}}}};
  return {{"columns", names}, {"masks", {mask}}};
}

TEST(PageDocument, OfASmallTableLosesNothingThatThePageShows) {
  const json out = json::parse(page_document(wide(5, 2), 1'000'000));
  json expected = wide(5, 2);
  for (json& attacker : expected["masks"][0]["attackers"]) attacker["attacks"][0]["by_attribute"] = json::object();
  EXPECT_EQ(out, expected);
}

TEST(PageDocument, StaysSmallForAnyTableAndKeepsTheMostExposedColumns) {
  for (const auto& [columns, attackers] : {std::pair<std::size_t, std::size_t>{100, 12}, {1000, 12}, {8000, 3}}) {
    const std::string text = page_document(wide(columns, attackers), 300'000);
    EXPECT_LE(text.size(), 300'000U) << columns;
    const json out = json::parse(text);
    EXPECT_EQ(out["left_out_of_page"].size(), 1U);
    EXPECT_EQ(out.value("column_count", out["columns"].size()), columns);
    const json& worst = out["masks"][0]["attackers"][0]["attacks"].back();
    EXPECT_EQ(worst["attack"], "bayes");
    EXPECT_TRUE(worst["by_attribute"].contains(fmt::format("c{}", columns - 1))) << columns;
    EXPECT_LE(worst["by_attribute"].size(), 30U);
  }
}

/// What the page does not show goes first, in silence.
TEST(PageDocument, LosesOtherFiguresBeforeDetails) {
  json document = wide(8, 2);
  json& attack = document["masks"][0]["attackers"][0]["attacks"][1];
  attack["information"] = 0.123456789;
  attack["nrmse"] = 0.123456789;
  attack["within"] = {{"0.1", 0.2}, {"0.5", 0.6}};
  const std::size_t whole = page_document(document, 1'000'000).size();
  const json out = json::parse(page_document(document, whole - 1));
  EXPECT_FALSE(out.contains("left_out_of_page")) << out.dump().size();
  const json& kept = out["masks"][0]["attackers"][0]["attacks"][1];
  EXPECT_FALSE(kept.contains("information"));
  EXPECT_EQ(kept["nrmse"], 0.123457);
  EXPECT_EQ(kept["within"], json({{"0.1", 0.2}}));
}

/// Documents may come from a file: whatever stands in a field, there is a page.
TEST(PageDocument, OfOddShapesIsTextAsWell) {
  for (const char* text :
       {R"({"masks":{}})", R"({"masks":[1,{"attackers":[3,{"attacks":{},"worst":2,"look":[]}]}]})",
        R"({"masks":[{"attackers":[{"worst":"x","attacks":["a",{"attack":"x","by_attribute":[1]}]}]}],"columns":7})"})
    EXPECT_TRUE(json::accept(page_document(json::parse(text), 10))) << text;
}

}  // namespace page_document_test
}  // namespace guise::audit
