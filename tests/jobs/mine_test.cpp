// SPDX-License-Identifier: Apache-2.0
#include "jobs/mine.h"

#include "base/error.h"
#include "people.h"

namespace guise::jobs {
namespace mine_test {

using nlohmann::json;

using MineJob = People;

TEST_F(MineJob, LearnsAndAppliesAModel) {
  masked("rotate");
  MineRequest request{.task = "kmeans(k=3)", .releases = {path("masked.csv")}, .save = path("model.json")};
  const MineResult found = run(request, Work{});
  EXPECT_FALSE(found.findings.figures.empty());
  request.save.clear();
  request.apply = path("model.json");
  request.task = "kmeans";
  request.out = path("clusters.csv");
  const MineResult applied = run(request, Work{});
  ASSERT_TRUE(applied.applied.has_value());
  EXPECT_EQ(applied.applied->records, 600);
}

}  // namespace mine_test
}  // namespace guise::jobs
