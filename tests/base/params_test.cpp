// SPDX-License-Identifier: Apache-2.0
#include "base/params.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace guise {
namespace params_test {

const std::vector<Param> kDeclared = {
    {.name = "sd", .help = "standard deviation", .kind = Param::Kind::numbers, .positive = true},
    {.name = "count", .help = "components kept", .kind = Param::Kind::integer, .fallback = 2, .least = 1, .most = 9},
    {.name = "share", .help = "of the variance", .least = 0, .most = 1},
    {.name = "law", .help = "of the noise", .kind = Param::Kind::choice, .choices = "gaussian|uniform|laplace"},
};

Params check(std::string_view text) {
  return check_params(kDeclared, parse_call(text), "step");
}

std::string message(std::string_view text) {
  try {
    check(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(CheckParams, GivesFallbacksWhereNothingIsGiven) {
  const Params params = check("noise");
  EXPECT_EQ(params.integer("count"), 2);
  EXPECT_EQ(params.choice("law"), "gaussian");
  EXPECT_FALSE(params.has("count"));
  EXPECT_FALSE(params.has("law"));
}

TEST(CheckParams, GivesWhatWasWritten) {
  const Params params = check("noise(sd=[1,2.5,3e-1],count=4,law=laplace,share=.5)");
  EXPECT_EQ(params.numbers("sd", 3), (std::vector<double>{1, 2.5, 0.3}));
  EXPECT_EQ(params.integer("count"), 4);
  EXPECT_EQ(params.number("share"), 0.5);
  EXPECT_EQ(params.choice("law"), "laplace");
  EXPECT_TRUE(params.has("sd"));
}

TEST(CheckParams, RefusesIntegersThatDoNotFitAndNamesTheRange) {
  EXPECT_EQ(message("noise(count=1e300)"), "step 'noise': count must be between 1 and 9, got 1e300");
  const std::vector<Param> open = {{.name = "k", .help = "rows", .kind = Param::Kind::integer, .least = 1}};
  EXPECT_EQ(check_params(open, parse_call("sum(k=9007199254740992)"), "step").integer("k"), std::int64_t{1} << 53);
  EXPECT_THROW(check_params(open, parse_call("sum(k=9007199254740994)"), "step"), Error);
}

TEST(CheckParams, OneNumberServesEveryAttribute) {
  EXPECT_EQ(check("noise(sd=5)").numbers("sd", 3), (std::vector<double>{5, 5, 5}));
}

TEST(CheckParams, RefusesAListOfTheWrongLength) {
  EXPECT_THROW(check("noise(sd=[1,2])").numbers("sd", 3), Error);
}

TEST(CheckParams, RefusesAMissingParameterByName) {
  try {
    check("noise").numbers("sd", 3);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()), "step 'noise' needs the parameter sd=");
  }
}

TEST(CheckParams, RefusesAnUnknownNameWithTheNearest) {
  const std::string sentence = message("noise(cuont=3)");
  EXPECT_NE(sentence.find("no parameter 'cuont'; did you mean 'count'?"), std::string::npos);
  EXPECT_NE(sentence.find("sd, count, share and law"), std::string::npos);
}

TEST(CheckParams, RefusesValuesOutsideTheDeclaredRange) {
  EXPECT_NE(message("noise(sd=0)").find("N > 0, got 0"), std::string::npos);
  EXPECT_NE(message("noise(sd=[1,-2])").find("got -2"), std::string::npos);
  EXPECT_NE(message("noise(count=10)").find("1 <= N <= 9, got 10"), std::string::npos);
  EXPECT_NE(message("noise(share=1.01)"), "");
  EXPECT_EQ(message("noise(share=1)"), "");
}

TEST(CheckParams, RefusesWhatIsNotANumber) {
  for (const char* text : {"noise(sd=abc)", "noise(sd=1x)", "noise(sd=nan)", "noise(sd=inf)", "noise(sd=1e999)",
                           "noise(sd=--1)", "noise(sd=[1,,2])", "noise(sd=[])", "noise(sd=[1,2)", "noise(sd=[1,2,])",
                           "noise(sd=[1]2])", "noise(count=2.5)", "noise(share=[1,2])"})
    EXPECT_NE(message(text), "") << text;
}

TEST(CheckParams, RefusesAWordThatIsNotAChoice) {
  EXPECT_NE(message("noise(law=gauss)").find("did you mean 'gaussian'?"), std::string::npos);
  EXPECT_NE(message("noise(law=cauchy)").find("gaussian, uniform and laplace"), std::string::npos);
}

TEST(Describe, SaysRangeListAndDefault) {
  const auto lines = describe(kDeclared);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0], "sd=N  standard deviation (N > 0, or a list [1,2,…])");
  EXPECT_EQ(lines[1], "count=N  components kept (1 <= N <= 9, default 2)");
  EXPECT_EQ(lines[2], "share=N  of the variance (0 <= N <= 1)");
  EXPECT_EQ(lines[3], "law=gaussian|uniform|laplace  of the noise (default gaussian)");
}

}  // namespace params_test
}  // namespace guise
