// SPDX-License-Identifier: Apache-2.0
#include "audit/round.h"

#include <gtest/gtest.h>

#include "audit/given.h"

namespace guise::audit {
namespace round_test {

using testing::originals;
using testing::request_of;

const std::vector<std::string> kColumns{"a", "b", "c", "d"};

/// Sums of squared errors of `identity` with every key: its guess is the release itself, so they tell the keys.
std::vector<double> errors_of(const std::vector<AttackerResult>& rows) {
  std::vector<double> out;
  const Trial& trial = rows.at(0).trials.at(0);
  for (std::size_t key = 0; key < trial.by_key.size(); ++key) {
    measures::Comparison both = trial.by_key[key];
    both.merge(trial.choice[key]);
    out.push_back(measures::find_measure("rmse").compute(both).pooled[0].value);
  }
  return out;
}

TEST(Round, AFurtherOneDrawsTheNextKeys) {
  const table::Table table = table::Table::from_matrix(originals(300, 1), kColumns);
  Request request = request_of({"outsider"}, 4, 7);
  request.attacks = {"identity"};
  request.masks = {masks::Mask::parse("noise(sd=1)")};
  const Round whole(table, request);
  const std::vector<double> expected = errors_of(rows_of(whole, 0, request));
  ASSERT_EQ(expected.size(), 4u);
  EXPECT_NE(expected[0], expected[2]);

  request.keys = 2;
  const Round first(table, request);
  std::vector<AttackerResult> rows = rows_of(first, 0, request);
  request.first_key = 2;
  const Round second(table, request, &first);
  add_keys(rows, rows_of(second, 0, request));
  const std::vector<double> found = errors_of(rows);
  ASSERT_EQ(found.size(), 4u);
  for (std::size_t key = 0; key < 4; ++key) EXPECT_NEAR(found[key], expected[key], 1e-12) << key;
}

TEST(Round, OnlyMasksThatAreUndecidedTakeMoreKeys) {
  Request request = request_of({"outsider"}, 2, 3);
  request.most_keys = 20;
  request.masks = {masks::Mask::parse("noise(snr=10)"), masks::Mask::parse("noise(snr=0.0001)")};
  const Result result = audit(table::Table::from_matrix(originals(400, 2), kColumns), request);
  EXPECT_EQ(result.keys, 2);
  EXPECT_EQ(result.masks[0].keys, 2) << "two keys are enough to see a leak";
  EXPECT_TRUE(result.masks[0].notes.empty() || result.masks[0].notes.back().find("keys") == std::string::npos);
  EXPECT_GE(result.masks[1].keys, 5) << "nothing resists on two keys";
  EXPECT_NE(result.masks[1].notes.back().find("2 were not enough"), std::string::npos) << result.masks[1].notes.back();
  for (const MaskResult& mask : result.masks)
    for (const Trial& trial : mask.attackers[0].trials)
      if (!trial.by_key.empty() && !trial.by_luck && !trial.unaided)
        EXPECT_EQ(trial.by_key.size(), static_cast<std::size_t>(mask.keys)) << trial.attack;
}

}  // namespace round_test
}  // namespace guise::audit
