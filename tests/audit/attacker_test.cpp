// SPDX-License-Identifier: Apache-2.0
#include "audit/attacker.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "random/laws.h"

namespace guise::audit {
namespace attacker_test {

const std::vector<std::string> kColumns = {"age", "income", "rent"};

/// income drives rent strongly and age weakly.
stats::Moments correlated_moments() {
  Matrix x(5000, 3);
  const auto rng = random::Rng::from_seed(4);
  for (std::uint32_t j = 0; j < 3; ++j) random::fill_normal(rng, j, 0, {x.col(j).data(), 5000});
  x.col(2) = 2 * x.col(1) + 0.5 * x.col(2);
  x.col(0) = x.col(1) + 2 * x.col(0);
  stats::Moments moments;
  moments.add(x);
  return moments;
}

TEST(ParseAttacker, ReadsTheKnownColumns) {
  const Attacker attacker = parse_attacker("attributes=age+rent", kColumns);
  EXPECT_EQ(attacker.known, (std::vector<std::string>{"age", "rent"}));
  EXPECT_EQ(attacker.text(), "attributes=age+rent");
}

TEST(ParseAttacker, ReadsTheErrorsOfKnownColumns) {
  const Attacker attacker = parse_attacker("attributes=age+rent~0.25", kColumns);
  EXPECT_EQ(attacker.known, (std::vector<std::string>{"age", "rent"}));
  EXPECT_EQ(attacker.errors, (std::vector<double>{0, 0.25}));
  EXPECT_EQ(attacker.text(), "attributes=age+rent~0.25");
  EXPECT_EQ(parse_attacker("attributes=a~2", {"a~2", "b"}).text(), "attributes=a~2") << "the name of a column";
  EXPECT_TRUE(parse_attacker("attributes=a~2", {"a~2", "b"}).errors.empty());
  EXPECT_EQ(parse_attacker("attributes=age~0.1+income+rent", kColumns).known.size(), 3u) << "age is left to be guessed";
  for (const char* text : {"attributes=age~", "attributes=age~0", "attributes=age~-1", "attributes=age~x", "attributes=agee~1"})
    EXPECT_THROW(parse_attacker(text, kColumns), Error) << text;
}

TEST(ParseAttacker, RefusesUnknownNamesWithTheNearest) {
  EXPECT_THROW(
      try { parse_attacker("outsidr", kColumns); } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("'outsider'"), std::string::npos);
        throw;
      },
      Error);
  EXPECT_THROW(parse_attacker("attributes=agee", kColumns), Error);
  EXPECT_THROW(parse_attacker("attributes=age+income+rent", kColumns), Error);
  EXPECT_THROW(parse_attacker("outsider=age", kColumns), Error);
}

TEST(ParseAttacker, ReadsHowManyRecordsAreKnown) {
  EXPECT_EQ(parse_attacker("pairs=20", kColumns).count, 20);
  EXPECT_EQ(parse_attacker("population=3", kColumns).text(), "population=3");
  EXPECT_TRUE(parse_attacker("register", kColumns).kind->everyone);
  EXPECT_FALSE(parse_attacker("register", kColumns).kind->counts()) << "of all records there is no number to say";
  for (const char* text : {"register=5", "pairs=", "pairs=0", "pairs=-1", "records=2x", "population=age", "insider=3"})
    EXPECT_THROW(parse_attacker(text, kColumns), Error) << text;
}

TEST(Settle, FillsInWhatDeterminesARotationAndGivesAwayAQuarterAtMost) {
  const auto settled = settle({parse_attacker("pairs", kColumns), parse_attacker("population", kColumns)}, 1000, 3);
  EXPECT_EQ(settled[0].count, 4);
  EXPECT_EQ(settled[1].count, 250);
  EXPECT_TRUE(settle({parse_attacker("records", kColumns)}, 3, 3).empty());
  EXPECT_THROW(settle({parse_attacker("pairs=26", kColumns)}, 100, 3), Error);
}

TEST(Expand, ChoosesTheAttributesThatTellMostAboutTheRest) {
  const auto all =
      expand({parse_attacker("attributes", kColumns), parse_attacker("thief", kColumns)}, correlated_moments(), kColumns);
  ASSERT_EQ(all.size(), 3u);  // one known, two known, and the thief: a third would leave nothing to guess
  EXPECT_EQ(all[0].known, (std::vector<std::string>{"income"}));
  EXPECT_EQ(all[1].known.size(), 2u);
  EXPECT_EQ(all[2].kind->name, "thief");
}

TEST(Recipients, AreWhoGetsTheReleaseInTheOrderOfTheVerdict) {
  const auto recipient = [](std::string_view name) { return parse_attacker(name, kColumns).kind->recipient(); };
  EXPECT_EQ(recipient("outsider"), Recipient::anyone);
  EXPECT_EQ(recipient("population"), Recipient::anyone);
  for (const std::string_view name : {"attributes", "pairs", "records", "anchors", "register", "repeat"})
    EXPECT_EQ(recipient(name), Recipient::knowing) << name;
  EXPECT_EQ(recipient("insider"), Recipient::partner);
  EXPECT_EQ(recipient("thief"), Recipient::thief);
}

}  // namespace attacker_test
}  // namespace guise::audit
