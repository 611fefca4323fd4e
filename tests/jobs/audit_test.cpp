// SPDX-License-Identifier: Apache-2.0
#include "jobs/audit.h"

#include "base/error.h"
#include "people.h"

namespace guise::jobs {
namespace audit_test {

using nlohmann::json;

using AuditJob = People;

TEST_F(AuditJob, RepeatsUnderItsSeed) {
  AuditRequest request;
  request.in.path = path("people.csv");
  request.masks = {"noise(snr=2)"};
  request.attackers = {"outsider", "population=50"};
  request.keys = 1;
  request.no_utility = true;
  json one = to_json(run(request, Work{}), Detail::full);
  json same = find_job("audit").run(one["provenance"]["request"], Work{}, Detail::full);
  EXPECT_EQ(one["seed"], same["seed"]);
  for (json* each : {&one, &same}) each->erase("provenance");
  EXPECT_EQ(one.dump(), same.dump());
}

TEST_F(AuditJob, WritesOverNothingThatItReads) {
  AuditRequest audit;
  audit.in.path = path("people.csv");
  audit.masks = {"rotate"};
  audit.exposed = path("people.csv");
  EXPECT_THROW(run(audit, Work{}), Error);
}

}  // namespace audit_test
}  // namespace guise::jobs
