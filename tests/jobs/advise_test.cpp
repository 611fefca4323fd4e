// SPDX-License-Identifier: Apache-2.0
#include "jobs/advise.h"

#include "base/error.h"
#include "people.h"

namespace guise::jobs {
namespace advise_test {

using AdviseJob = People;

TEST_F(AdviseJob, RefusesAThiefWhoGetsEverything) {
  AdviseRequest request;
  request.in.path = path("people.csv");
  request.attackers = {"thief"};
  try {
    run(request, Work{});
    FAIL() << "no mask stops a thief";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "attacker 'thief' has the whole key and gets everything under every mask; leave it out");
  }
}

TEST_F(AdviseJob, SaysHowTheAskingPlaceWouldMask) {
  AdviseRequest request;
  request.in.path = path("people.csv");
  request.in.columns = {"age", "income"};
  request.attackers = {"outsider"};
  request.seconds = 0.5;
  request.keys = 1;
  request.seed = 3;
  Work work;
  work.mask_command = [](const Input& in, const std::string& mask) { return in.path + " by " + mask; };
  const AdviseResult result = run(request, work);
  ASSERT_TRUE(result.advice.choice.has_value());
  EXPECT_EQ(result.command, path("people.csv") + " by " + result.advice.points[*result.advice.choice].mask);
  EXPECT_EQ(to_json(result, Detail::full)["frontier"]["command"], result.command);
}

}  // namespace advise_test
}  // namespace guise::jobs
