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
    EXPECT_STREQ(error.what(), "attacker 'thief' has the whole key and undoes every mask; leave it out");
  }
}

TEST_F(AdviseJob, ReadsWhatItsReleaseIsFor) {
  AdviseRequest request;
  const nlohmann::json document{{"guise_request", 1}, {"job", "advise"}, {"for", {"correlation"}}, {"limits", "gets<=0.3"}};
  read_request(document, AdviseRequest::kJob, fields(request), {});
  EXPECT_EQ(request.purposes, std::vector<std::string>{"correlation"});
  EXPECT_EQ(request.limits, std::vector<std::string>{"gets<=0.3"});
}

}  // namespace advise_test
}  // namespace guise::jobs
