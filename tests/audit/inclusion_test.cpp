// SPDX-License-Identifier: Apache-2.0
// Who knows more gets no less, whoever else was asked about.
#include "audit/inclusion.h"

#include <gtest/gtest.h>

#include "audit/given.h"
#include "audit/score.h"
#include "audit/verdict.h"

namespace guise::audit {
namespace inclusion_test {

using testing::audit_mask;
using testing::originals;
using testing::request_of;
using testing::worst;

const std::vector<std::string> kColumns = {"a", "b", "c", "d"};

Attacker parsed(std::string_view text) {
  return parse_attacker(text, kColumns);
}

bool knows_all_of(std::string_view more, std::string_view less) {
  return includes(parsed(more), parsed(less));
}

TEST(Inclusion, GoesByFactsColumnsAndNumbers) {
  for (const AttackerKind& kind : all_attackers())
    EXPECT_EQ(knows_all_of(kind.name, "outsider"), !kind.everyone) << kind.name << ": values are no gain to a register";
  EXPECT_TRUE(knows_all_of("pairs=5", "pairs=4"));
  EXPECT_FALSE(knows_all_of("pairs=5", "pairs=6"));
  EXPECT_TRUE(knows_all_of("pairs=5", "records=5")) << "the originals of the pairs";
  EXPECT_FALSE(knows_all_of("records=5", "pairs=5"));
  EXPECT_TRUE(knows_all_of("anchors=5", "pairs=5"));
  EXPECT_TRUE(knows_all_of("anchors=5", "population=500"));
  EXPECT_FALSE(knows_all_of("anchors=5", "population=501"));
  EXPECT_FALSE(knows_all_of("anchors=5", "pairs=6"));
  EXPECT_FALSE(knows_all_of("pairs=5", "anchors=5"));
  EXPECT_TRUE(knows_all_of("attributes=a+b", "attributes=b"));
  EXPECT_FALSE(knows_all_of("attributes=a+b", "attributes=c"));
  EXPECT_TRUE(knows_all_of("attributes=a", "attributes=a~0.1")) << "an exact column holds one with an error";
  EXPECT_TRUE(knows_all_of("attributes=b+a~0.1", "attributes=a~0.2"));
  EXPECT_FALSE(knows_all_of("attributes=a~0.2", "attributes=a~0.1"));
  EXPECT_FALSE(knows_all_of("attributes=a~0.1", "attributes=a"));
  EXPECT_TRUE(knows_all_of("thief", "insider"));
  EXPECT_FALSE(knows_all_of("insider", "thief"));
  EXPECT_FALSE(knows_all_of("insider", "repeat"));
  EXPECT_TRUE(knows_all_of("insider-repeat", "repeat"));
  EXPECT_TRUE(knows_all_of("insider-repeat", "insider"));
  EXPECT_FALSE(knows_all_of("thief", "insider-repeat"));
  EXPECT_FALSE(knows_all_of("overlap", "repeat")) << "the same key is not another key";
  EXPECT_FALSE(knows_all_of("repeat", "overlap"));
  EXPECT_FALSE(knows_all_of("insider-repeat", "overlap"));
}

TEST(Inclusion, NamesWhoIsPlayedWithoutBeingAskedFor) {
  std::vector<std::string> names;
  for (const Attacker& each : lesser({parsed("anchors=5"), parsed("records=5")}, 30)) names.push_back(each.text());
  EXPECT_EQ(names, (std::vector<std::string>{"outsider", "population=30", "pairs=5"}));
}

const AttackerResult& find(const Result& result, const std::string& who) {
  for (const AttackerResult& each : result.masks[0].attackers)
    if (each.attacker.text() == who) return each;
  throw std::runtime_error("nobody called " + who);
}

/// What is left and whether that counts: of fewer than 100 records attacks are chosen and reported on all of them, so that the
/// order is exact. To find people counts only for who does not know where they are.
std::pair<bool, double> left_by(const AttackerResult& result) {
  if (result.worst < 0) return {true, 2};
  const Trial& trial = worst(result);
  return {trial.status != Status::succeeded || trial.linked, trial.calibrated.value};
}

using MaskAndAttackers = std::tuple<std::string, std::vector<std::string>>;
class WhoKnowsMore : public ::testing::TestWithParam<MaskAndAttackers> {};

TEST_P(WhoKnowsMore, GetsNoLess) {
  const auto& [mask, attackers] = GetParam();
  const Result result = audit_mask(originals(96, 7), mask, request_of(attackers, 2, 7));
  int compared = 0;
  for (const AttackerResult& more : result.masks[0].attackers)
    for (const AttackerResult& less : result.masks[0].attackers) {
      if (&more == &less || more.columns != less.columns || !includes(more.attacker, less.attacker)) continue;
      EXPECT_LE(left_by(more), left_by(less)) << more.attacker.text() << " and " << less.attacker.text();
      ++compared;
    }
  EXPECT_GT(compared, 0);
}

/// Alone, and beside those whose knowledge it shares: the same draws, so the same row.
TEST_P(WhoKnowsMore, GetsTheSameWhoeverElseIsAskedAbout) {
  const auto& [mask, attackers] = GetParam();
  const std::string& who = attackers.back();
  const Result alone = audit_mask(originals(96, 7), mask, request_of({who}, 2, 7)),
               together = audit_mask(originals(96, 7), mask, request_of(attackers, 2, 7));
  ASSERT_EQ(alone.masks[0].attackers.size(), 1u) << "who was not asked for has no row";
  const AttackerResult &one = alone.masks[0].attackers[0], &other = find(together, who);
  ASSERT_GE(one.worst, 0);
  EXPECT_EQ(worst(one).attack, worst(other).attack);
  EXPECT_EQ(worst(one).nrmse.value, worst(other).nrmse.value);
  EXPECT_EQ(worst(one).calibrated.value, worst(other).calibrated.value);
}

INSTANTIATE_TEST_SUITE_P(
    Masks, WhoKnowsMore,
    ::testing::Combine(
        ::testing::Values("noise(snr=1)", "rotate", "project(k=3)", "rotate | noise(snr=4)", "bin(count=4)"),
        ::testing::Values(std::vector<std::string>{"outsider", "pairs=5"},
                          std::vector<std::string>{"outsider", "population=24", "pairs=5", "records=5", "anchors=5"},
                          std::vector<std::string>{"outsider", "pairs=2", "pairs=5"},
                          std::vector<std::string>{"outsider", "repeat"}, std::vector<std::string>{"outsider", "insider"},
                          std::vector<std::string>{"outsider", "insider", "thief"},
                          std::vector<std::string>{"outsider", "overlap"},
                          std::vector<std::string>{"insider", "repeat", "insider-repeat"})));

TEST(Inclusion, MoreColumnsTellNoLessOfTheOthers) {
  const Result result =
      audit_mask(originals(96, 8), "noise(snr=1)", request_of({"outsider", "attributes=a", "attributes=a+b"}, 2, 8));
  const AttackerResult &less = find(result, "attributes=a"), &more = find(result, "attributes=a+b");
  Trial on_columns_of_neither = worst(less);
  for (measures::Comparison& key : on_columns_of_neither.by_key) key = key.select({1, 2});
  EXPECT_LE(worst(more).calibrated.value, calibrated(on_columns_of_neither).value);
}

TEST(Inclusion, AnInsiderBeforeAMaskWithoutSecretsIsTheOutsider) {
  const Result result = audit_mask(originals(2000, 9), "noise(snr=1)", request_of({"insider"}, 2, 9));
  EXPECT_EQ(verdict_of(result.masks[0], result).grade, Grade::do_not_publish);
}

TEST(Inclusion, WhoKnowsWhereRecordsAreHasNobodyToFind) {
  const Result result = audit_mask(originals(500, 10), "rotate", request_of({"pairs=8", "records=8"}, 1, 10));
  const auto finds = [&](const std::string& who) {
    const auto& trials = find(result, who).trials;
    return std::any_of(trials.begin(), trials.end(), [](const Trial& trial) { return trial.linked.has_value(); });
  };
  EXPECT_TRUE(finds("records=8"));
  EXPECT_FALSE(finds("pairs=8"));
}

}  // namespace inclusion_test
}  // namespace guise::audit
