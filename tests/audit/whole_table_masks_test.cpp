// SPDX-License-Identifier: Apache-2.0
// Masks of whole tables (ranks, groups, shuffling) are audited with every attacker, closer looks and utility.
#include <gtest/gtest.h>

#include "audit/given.h"
#include "audit/grade.h"

namespace guise::audit {
namespace whole_table_masks_test {

using testing::audit_mask;
using testing::originals;
using testing::request_of;

Request everybody(int keys, std::uint64_t seed) {
  return request_of({"outsider", "attributes=a", "population=60", "pairs=5", "records=20", "anchors=5", "repeat", "thief"},
                    keys, seed);
}

class WholeTableMasks : public ::testing::TestWithParam<const char*> {};

/// People who are held out of the release are in the table that ranks and groups were made from.
TEST_P(WholeTableMasks, AreAuditedWithPeopleHeldOut) {
  Request request = everybody(1, 3);
  request.details = request.utility = true;
  const Result result = audit_mask(originals(400, 3), GetParam(), request);
  EXPECT_GE(result.held_out, 60);
  for (const AttackerResult& each : result.masks[0].attackers) EXPECT_GE(each.worst, 0) << each.attacker.text();
}

INSTANTIATE_TEST_SUITE_P(Steps, WholeTableMasks,
                         ::testing::Values("swap(p=5)", "microaggregate(k=4)", "exchange", "coarsen(share=0.1)"));

// A row of shuffled data says nothing about its person: only the thief recovers anything.
TEST(Exchange, ResistsEverybodyWithoutTheKey) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Result result = audit_mask(originals(400, seed), "exchange", everybody(5, seed));
    const auto [grade, headline] = grade_of(result.masks[0], result);
    EXPECT_EQ(grade, Grade::resists) << seed << ": " << headline;
  }
}

}  // namespace whole_table_masks_test
}  // namespace guise::audit
