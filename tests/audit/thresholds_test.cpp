// SPDX-License-Identifier: Apache-2.0
#include "audit/thresholds.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "audit/given.h"
#include "audit/verdict.h"
#include "base/error.h"

namespace guise::audit {
namespace thresholds_test {

std::string refusal(const std::vector<std::string>& texts) {
  try {
    parse_thresholds(texts);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Thresholds, AreSetByNameAndTheLastOneCounts) {
  const Thresholds set = parse_thresholds({"close=0.1", "severe=0.7", "close=0.2", "records=50"});
  EXPECT_EQ(set.close, 0.2);
  EXPECT_EQ(set.severe, 0.7);
  EXPECT_EQ(set.records, 50);
  EXPECT_EQ(set.recovered, Thresholds().recovered);
}

TEST(Thresholds, RefuseWhatNoTableCouldHave) {
  EXPECT_EQ(refusal({"clos=0.1"}),
            "the verdict has no threshold 'clos'; did you mean 'close'? (there are recovered, close, whole, linked, "
            "linked_upper, shows, severe, identified and records)");
  EXPECT_EQ(refusal({"close=1.5"}),
            "‘thresholds=close=1.5’: close (share of a column's values within 0.1 sd) must be a number from 0 to 1");
  EXPECT_EQ(refusal({"close"}), "‘thresholds=close’ is no NAME=VALUE, such as close=0.1");
  EXPECT_NE(refusal({"close=0.1x"}), "");
  EXPECT_NE(refusal({"close=nan"}), "");
  EXPECT_EQ(refusal({"linked=0.2"}), "the threshold linked_upper (0.1) must be at least that of linked (0.2); set both");
}

/// Noise of a third of the variance leaves a linear guess three quarters of a column: much, by the usual thresholds.
TEST(Thresholds, DecideTheGradeAndStandInTheReport) {
  Request request = testing::request_of({"outsider"}, 2, 7);
  const auto audited = [&](const std::vector<std::string>& texts) {
    request.thresholds = parse_thresholds(texts);
    return testing::audit_mask(testing::originals(600, 3), "noise(snr=3)", request);
  };
  const Result usual = audited({}), mild = audited({"severe=0.95"}),
               blind = audited({"recovered=0.99", "close=0.99", "whole=0.99", "records=20000"});
  EXPECT_EQ(verdict_of(usual.masks[0], usual).grade, Grade::do_not_publish);
  EXPECT_EQ(verdict_of(mild.masks[0], mild).grade, Grade::leaks);
  EXPECT_EQ(verdict_of(blind.masks[0], blind).grade, Grade::too_few_records);
  EXPECT_NE(verdict(mild).find("DO NOT PUBLISH begins at 95 %"), std::string::npos) << verdict(mild);
  EXPECT_EQ(to_json(mild)["thresholds"]["severe"], 0.95);
  EXPECT_EQ(to_json(mild)["thresholds"].size(), threshold_entries().size());
}

}  // namespace thresholds_test
}  // namespace guise::audit
