// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/params.h"

namespace guise {
namespace call_test {

std::string message(std::string_view text) {
  try {
    parse_chain(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "";
}

TEST(ParseCall, ReadsANameWithItsArguments) {
  const Call call = parse_call(" noise( sd = 5 , law=laplace ) ");
  EXPECT_EQ(call.name, "noise");
  ASSERT_EQ(call.arguments.size(), 2u);
  EXPECT_EQ(call.arguments[0], (std::pair<std::string, std::string>("sd", "5")));
  EXPECT_EQ(call.arguments[1], (std::pair<std::string, std::string>("law", "laplace")));
}

TEST(ParseCall, TakesANameAloneAndEmptyBrackets) {
  EXPECT_EQ(parse_call("rotate").name, "rotate");
  EXPECT_TRUE(parse_call("rotate()").arguments.empty());
}

TEST(ParseCall, KeepsListsWhole) {
  const Call call = parse_call("noise(sd=[1, 2.5,3])");
  ASSERT_EQ(call.arguments.size(), 1u);
  EXPECT_EQ(call.arguments[0].second, "[1,2.5,3]");
}

TEST(CallText, IsCanonicalAndReadsBackAsItself) {
  for (const char* text : {"noise( law=laplace, sd=5)", "noise(sd=5,law = laplace)"})
    EXPECT_EQ(parse_call(text).text(), "noise(law=laplace,sd=5)");
  EXPECT_EQ(parse_call(parse_call("noise(sd=[1,2])").text()).text(), "noise(sd=[1,2])");
  EXPECT_EQ(parse_call("rotate()").text(), "rotate");
}

TEST(ParseChain, CutsAtBarsInOrder) {
  const auto calls = parse_chain("standardize | rotate|noise(snr=2)");
  ASSERT_EQ(calls.size(), 3u);
  EXPECT_EQ(calls[0].name, "standardize");
  EXPECT_EQ(calls[1].name, "rotate");
  EXPECT_EQ(calls[2].text(), "noise(snr=2)");
}

TEST(ParseChain, RefusesBadSpecificationsNamingThePart) {
  EXPECT_NE(message("noise(sd=5").find("closing bracket"), std::string::npos);
  EXPECT_NE(message("noise(sd)").find("'sd'"), std::string::npos);
  EXPECT_NE(message("noise(=5)").find("'=5'"), std::string::npos);
  EXPECT_NE(message("noise(sd=)").find("'sd='"), std::string::npos);
  EXPECT_NE(message("noise(sd=1,sd=2)").find("twice"), std::string::npos);
  EXPECT_NE(message("rotate || noise(sd=1)").find("empty step"), std::string::npos);
  EXPECT_NE(message("").find("empty step"), std::string::npos);
  EXPECT_NE(message("(sd=1)").find("not a name"), std::string::npos);
  EXPECT_NE(message("no ise(sd=1)").find("not a name"), std::string::npos);
  EXPECT_NE(message("noise sd=1").find("not a name"), std::string::npos);
}

TEST(ParseChain, RefusesWhatFollowsTheClosingBracket) {
  EXPECT_NE(message("noise(sd=1)x"), "");
  EXPECT_NE(message("noise(sd=1)(law=laplace)"), "");
  EXPECT_NE(message("noise(sd=1))"), "");
  EXPECT_NE(message("noise(sd=(1)"), "");
  EXPECT_NE(message("noise(sd=[1)"), "");
  EXPECT_NE(message("noise(sd=1"), "");
  EXPECT_NE(message("noise)"), "");
  EXPECT_NE(message("noise("), "");
}

}  // namespace call_test
}  // namespace guise
