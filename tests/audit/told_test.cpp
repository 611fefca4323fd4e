// SPDX-License-Identifier: Apache-2.0
// Whom attackers look for and find: groups of equal records, registers.
#include "audit/told.h"

#include <gtest/gtest.h>

#include "audit/given.h"
#include "audit/verdict.h"

namespace guise::audit {
namespace told_test {

using testing::audit_mask;
using testing::originals;
using testing::request_of;

const Trial& trial_of(const Result& result, const std::string& attack) {
  for (const Trial& trial : result.masks[0].attackers[0].trials)
    if (trial.attack == attack) return trial;
  throw std::runtime_error("no trial of " + attack);
}

TEST(Told, LooksForPeopleByAsManyAttackersAsBoundTheirShare) {
  const Result result = audit_mask(originals(1000, 3), "noise(snr=1)", request_of({"records=10"}, 2, 3));
  const Trial& link = trial_of(result, "link");
  ASSERT_EQ(link.found.size(), 10u) << "with each of two keys five attackers who know ten people each";
  double people = 0, linked = 0;
  for (const Found& each : link.found) {
    people += each.people;
    linked += each.linked;
  }
  EXPECT_EQ(people, 100);
  EXPECT_NEAR(link.linked->value, linked / people, 1e-12);
  EXPECT_LT(link.linked->high - link.linked->low, 0.25);
}

// A tenth of the noise, all originals: everybody is found. Without a release that says anything of them, next to nobody.
TEST(Told, ARegisterOfEverybodyLinksPeopleAndLearnsNoValues) {
  const Result open = audit_mask(originals(400, 5), "noise(snr=1000)", request_of({"register"}, 1, 5));
  EXPECT_GT(trial_of(open, "link(assign=yes)").linked->value, 0.9);
  EXPECT_GT(trial_of(open, "link(assign=yes)").nrmse.value, 0.9) << "values that it knows are no guess";
  EXPECT_EQ(verdict_of(open.masks[0], open).grade, Grade::leaks) << "it learns no value: not worse than that";
  EXPECT_EQ(open.masks[0].attackers[0].status(), Status::succeeded);
  const Result closed = audit_mask(originals(400, 5), "noise(snr=0.001)", request_of({"register"}, 5, 5));
  EXPECT_LT(trial_of(closed, "link(assign=yes)").linked->value, 0.05);
  EXPECT_EQ(verdict_of(closed.masks[0], closed).grade, Grade::resists);
}

}  // namespace told_test
}  // namespace guise::audit
