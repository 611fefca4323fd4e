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

TEST_F(MineJob, RefusesAModelOfANewerFormatByName) {
  masked("rotate");
  std::ofstream(path("new.model")) << R"({"guise_model": 2, "task": "kmeans"})";
  const MineRequest request{
      .task = "kmeans", .releases = {path("masked.csv")}, .apply = path("new.model"), .out = path("out.csv")};
  try {
    run(request, Work{});
    FAIL() << "it cannot be read";
  } catch (const Error& error) {
    EXPECT_EQ(error.what(),
              path("new.model") + " is a model of format 2; this version of guise reads format 1: use the guise that saved it");
  }
}

}  // namespace mine_test
}  // namespace guise::jobs
