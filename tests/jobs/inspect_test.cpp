// SPDX-License-Identifier: Apache-2.0
#include "jobs/inspect.h"

#include "base/error.h"
#include "people.h"

namespace guise::jobs {
namespace inspect_test {

using nlohmann::json;

using InspectJob = People;

TEST_F(InspectJob, TellsColumnsAndOfAReleaseItsCard) {
  InspectRequest request;
  request.in.path = path("people.csv");
  const InspectResult table = run(request, Work{});
  EXPECT_EQ(table.records, 600);
  ASSERT_EQ(table.columns.size(), 3U);
  EXPECT_EQ(table.columns[0].name, "age");
  EXPECT_FALSE(table.card.has_value());
  EXPECT_TRUE(table.prior.is_object());
  masked();
  request.in.path = path("masked.csv");
  request.key = path("masked.csv.key");
  EXPECT_EQ(run(request, Work{}).standing, Standing::owned);
}

}  // namespace inspect_test
}  // namespace guise::jobs
