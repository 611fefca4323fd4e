// SPDX-License-Identifier: Apache-2.0
#include "audit/report_html.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace guise::audit {
namespace report_html_test {

using nlohmann::json;

/// What a browser takes for the document: all up to the first end of the element, as html's grammar has it.
json embedded(const std::string& page) {
  const std::string opening = "<script type=\"application/json\" id=\"audit\">";
  const std::size_t from = page.find(opening) + opening.size();
  return json::parse(page.substr(from, page.find("</script", from) - from));
}

json attack(std::string_view name) {
  return {{"attack", name}, {"outcome", "succeeded"}, {"nrmse", 0.5}, {"by_attribute", {{"age", {{"nrmse", 0.5}}}}}};
}

json small_document() {
  json attacker{{"attacker", "outsider"}, {"worst", "bayes"}, {"attacks", {attack("identity"), attack("bayes")}}};
  attacker["attacks"].push_back({{"attack", "inverse"}, {"outcome", "not assessed"}, {"reason", "no matrix"}});
  return {{"guise_audit", 3}, {"table", "people.csv"}, {"masks", {{{"mask", "rotate"}, {"attackers", {attacker}}}}}};
}

TEST(ReportHtml, HoldsTheDocumentWithTheAttributesOfTheWorstAttacksOnly) {
  json expected = small_document();
  expected["masks"][0]["attackers"][0]["attacks"][0]["by_attribute"] = json::object();
  EXPECT_EQ(embedded(report_html(small_document())), expected);
}

TEST(ReportHtml, NoNameEndsTheElementThatHoldsTheDocument) {
  json document = small_document();
  document["table"] = "</script><script>alert(1)</script><!-- <script> \xe2\x80\xa8 \"\\";
  const std::string page = report_html(document);
  EXPECT_EQ(embedded(page)["table"], document["table"]);
  EXPECT_EQ(page.find("alert(1)</script>"), std::string::npos);
}

TEST(ReportHtml, BytesThatAreNoTextAreReplaced) {
  json document = small_document();
  document["table"] = "caf\xe9.csv";
  EXPECT_EQ(embedded(report_html(document))["table"], "caf\xef\xbf\xbd.csv");
}

/// The page may load nothing, so it must not name anything to load; the names of XML's namespaces are no addresses.
TEST(ReportHtml, NamesNothingToLoad) {
  const std::string page = report_html(small_document());
  EXPECT_EQ(page.find(" src="), std::string::npos);
  EXPECT_EQ(page.find("<link"), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_LT(page.size(), 400'000U);
}

}  // namespace report_html_test
}  // namespace guise::audit
