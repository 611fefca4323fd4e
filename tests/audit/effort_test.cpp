// SPDX-License-Identifier: Apache-2.0
// What is left out, for the effort or for the time, is said, and is never taken for safety.
#include "audit/effort.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "audit/grade.h"
#include "audit/limits.h"
#include "audit/planner.h"
#include "audit/round.h"
#include "base/error.h"
#include "random/matrices.h"

namespace guise::audit {
namespace effort_test {

const table::Table kTable =
    table::Table::from_matrix(random::gaussian_matrix(400, 3, random::Rng::from_seed(4)), {"a", "b", "c"});

Request request_of(const std::string& mask) {
  Request request;
  request.masks = {masks::Mask::parse(mask)};
  request.attackers = {"outsider", "population"};
  request.keys = request.most_keys = 1;
  request.selection.attributes = {"a", "b", "c"};
  request.details = request.utility = false;
  request.rng = random::Rng::from_seed(1);
  return request;
}

TEST(Effort, AMisspeltOneIsRefusedWithTheNearest) {
  EXPECT_EQ(parse_effort("full"), Effort::full);
  try {
    parse_effort("norma");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'normal'"), std::string::npos) << error.what();
  }
}

TEST(Effort, WideTablesLoseWhatTakesLongAndNarrowOnesNothing) {
  for (const attacks::Attack* attack : attacks::all_attacks())
    EXPECT_LT(estimated_seconds(*attack, 20'000, 10), most_seconds(Effort::quick)) << attack->name;
  const attacks::Attack& unpaired = attacks::find_attack("unpaired");
  EXPECT_GT(estimated_seconds(unpaired, 1000, 2000), most_seconds(Effort::normal));
  EXPECT_LT(estimated_seconds(unpaired, 1000, 2000), most_seconds(Effort::full));
}

TEST(TimeLimit, AnAuditThatRunsOutOfTimeIsPartialAndNeverResists) {
  Request request = request_of("noise(snr=0.01)");
  const Result whole = audit(kTable, request);
  ASSERT_EQ(grade_of(whole.masks[0], whole).first, Grade::resists);
  EXPECT_FALSE(whole.partial);
  const std::vector<Limit> limits = {parse_limit("gets=0.9", whole.columns)};
  EXPECT_FALSE(any_exceeded(check(limits, whole)));

  request.seconds = 1e-9;
  const Result cut = audit(kTable, request);
  EXPECT_TRUE(cut.partial);
  EXPECT_EQ(grade_of(cut.masks[0], cut).first, Grade::not_assessed);
  EXPECT_TRUE(any_exceeded(check(limits, cut)));
  EXPECT_EQ(to_json(cut)["partial"], true);
  EXPECT_NE(to_json(cut)["warnings"].dump().find("time limit"), std::string::npos);
}

TEST(Effort, ALeftOutAttackIsNoReassurance) {
  const Request request = request_of("noise(snr=0.01)");
  Result result = audit(kTable, request);
  ASSERT_EQ(grade_of(result.masks[0], result).first, Grade::resists);
  result.left_out = {"unpaired"};
  const auto [grade, headline] = grade_of(result.masks[0], result);
  EXPECT_EQ(grade, Grade::not_assessed);
  EXPECT_NE(headline.find("unpaired"), std::string::npos) << headline;
}

TEST(TimeLimit, WhatWasFoundBeforeItCounts) {
  Request request = request_of("noise(snr=100)");
  Result cut = audit(kTable, request);
  ASSERT_EQ(grade_of(cut.masks[0], cut).first, Grade::do_not_publish);
  cut.partial = true;
  EXPECT_EQ(grade_of(cut.masks[0], cut).first, Grade::do_not_publish);
}

TEST(TimeLimit, TheReportSaysWhatAttacksTook) {
  const Result result = audit(kTable, request_of("noise(snr=2)"));
  EXPECT_TRUE(result.attack_seconds.contains("bayes"));
  EXPECT_GE(to_json(result)["provenance"]["attack_seconds"]["bayes"], 0);
}

TEST(LearntOnce, APlanTakesWhatAnEarlierOneLearnt) {
  Request request = request_of("noise(snr=2)");
  request.keys = 2;
  const Round round(kTable, request);
  const Told told(request, round.variants, round.draws, round.pass);
  const Plan again = plan_attacks(request, round.variants, told, round.attackers, {.most_keys = 1, .learnt = &round.plan});
  ASSERT_EQ(again.tasks.size(), round.plan.tasks.size());
  ASSERT_FALSE(again.guessers.empty());
  for (const auto& guesser : again.guessers) {
    EXPECT_EQ(std::count(round.plan.guessers.begin(), round.plan.guessers.end(), guesser), 1);
    EXPECT_EQ(guesser->variant, 0U);  // of the first key
  }
  EXPECT_LT(again.guessers.size(), round.plan.guessers.size());
}

TEST(LearntOnce, FurtherKeysDoNotLearnAgainWhatLeavesTheReleaseAlone) {
  Request request = request_of("noise(snr=2)");
  const Round round(kTable, request);
  request.first_key = 1;
  const Round further(kTable, request, &round);
  EXPECT_FALSE(round.plan.unaided.empty());
  EXPECT_TRUE(further.plan.unaided.empty());
}

}  // namespace effort_test
}  // namespace guise::audit
