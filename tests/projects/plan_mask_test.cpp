// SPDX-License-Identifier: Apache-2.0
#include "projects/plan_mask.h"

#include <gtest/gtest.h>

#include "parties/project_fixtures.h"
#include "random/rng.h"

namespace guise::projects {
namespace plan_mask_test {

using parties::plan_of;
using parties::ProjectPlan;
using parties::refusal_of;
using parties::SplitOf;
using parties::UnitsOf;

random::Key key_of(std::uint64_t shared, std::uint64_t own) {
  return random::Key::derive(random::Rng::from_seed(shared), random::Rng::from_seed(own));
}

ProjectPlan two_columns(UnitsOf units = UnitsOf::mask) {
  ProjectPlan plan = plan_of(3, 1, units);
  for (auto& [owner, columns] : plan.columns) columns = {"x", "y"};
  return plan;
}

TEST(PlanMask, BeginsWithTheUnits) {
  ProjectPlan plan = two_columns(UnitsOf::numbers);
  plan.center = {1.5, -2}, plan.scale = {0.1, 3};
  EXPECT_EQ(mask_of(plan, {}), "standardize(center=[1.5,-2],scale=[0.1,3]) | rotate");
  const ProjectPlan joint = two_columns(UnitsOf::owners);
  EXPECT_EQ(mask_of(joint, {}), "standardize | rotate");
  EXPECT_EQ(mask_of(joint,
                    parties::JointUnits{.records = 9, .mean = {}, .sd = {}, .center = {"2.000", "1"}, .scale = {"1.250", "4"}}),
            "standardize(center=[2.000,1],scale=[1.250,4]) | rotate");
}

TEST(PlanMask, HasARoundWhereRecordsAreMixed) {
  ProjectPlan plan = plan_of(2, 7, UnitsOf::mask, SplitOf::columns);
  EXPECT_EQ(round_of(plan, "rotate"), "");
  EXPECT_EQ(round_of(plan, "project(side=records, k=3)"), "session-0700000000000000");
}

/// The shared half alone decides: not the owner's own half, and not its table.
TEST(PlanMask, MakesOneHashOfMatricesOfOneKey) {
  const ProjectPlan plan = two_columns();
  for (const char* mask : {"rotate", "project(k=2)", "scale | rotate | noise(sd=1)", "distort(hidden=3)"}) {
    const Bytes32 hash = matrix_hash(plan, mask, key_of(1, 1));
    EXPECT_EQ(hash, matrix_hash(plan, mask, key_of(1, 2))) << mask;
    EXPECT_NE(hash, matrix_hash(plan, mask, key_of(2, 1))) << mask;
  }
  EXPECT_NE(matrix_hash(plan, "rotate", key_of(1, 1)), matrix_hash(plan, "project(k=2)", key_of(1, 1)));
  ProjectPlan later = plan;
  later.session[5] = 1;
  EXPECT_NE(matrix_hash(later, "rotate", key_of(1, 1)), matrix_hash(plan, "rotate", key_of(1, 1)));
  const ProjectPlan sums = plan_of(2, 7, UnitsOf::mask, SplitOf::columns);
  const std::string mask = "project(side=records, k=3)";
  EXPECT_EQ(matrix_hash(sums, mask, key_of(1, 1)), matrix_hash(sums, mask, key_of(1, 2)));
  EXPECT_NE(matrix_hash(sums, mask, key_of(1, 1)), matrix_hash(sums, mask, key_of(2, 1)));
}

TEST(PlanMask, IsRefusedWhereNothingCouldBeMined) {
  const auto refused = [](const std::string& mask, const std::string& task) {
    ProjectPlan plan = two_columns();
    plan.mask = mask, plan.tasks = {task};
    return refusal_of([&] { check_meaning(plan); });
  };
  EXPECT_EQ(refused("rotate", "kmeans(k=3)"), "accepted");
  EXPECT_EQ(refused("noise(sd=1)", "correlation"), "accepted");
  EXPECT_EQ(refused("standardize | rotate", "kmeans(k=3)"),
            "'standardize' takes units from each owner's own table, and they differ; give public or joint units instead");
  EXPECT_NE(refused("rotate", "correlation"), "accepted");
  EXPECT_NE(refused("rotate", "kmeans(q=3)"), "accepted");
  EXPECT_NE(refused("rotate", "svm"), "accepted");
  EXPECT_NE(refused("project(side=records, k=3)", "kmeans(k=3)"), "accepted");
}

}  // namespace plan_mask_test
}  // namespace guise::projects
