// SPDX-License-Identifier: Apache-2.0
#include "projects/planning.h"

#include <sodium.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "projects/plan_mask.h"
#include "projects/turn.h"
#include "random/derive.h"

namespace guise::projects {
namespace {

using parties::ProjectPlan;

void draw_session(ProjectPlan& plan) {
  random::start_sodium();
  randombytes_buf(plan.session.data(), plan.session.size());
}

void leave_out(ProjectPlan& plan, const std::string& name) {
  require(!plan.miner || plan.miner->name != name,
          "the miner '{}' is silent, and nothing can be mined without it; make a new project with another miner", name);
  const auto left = std::erase_if(plan.owners, [&](const parties::PublicIdentity& owner) { return owner.name == name; });
  require(left == 1, "'{}' is no owner in the plan", name);
  plan.columns.erase(name);
  plan.keep.erase(name);
  plan.without.push_back(name);
}

}  // namespace

ProjectPlan begin_project(ProjectPlan plan, const Folder& folder) {
  draw_session(plan);
  parties::check_plan(plan);
  check_meaning(plan);
  std::error_code ignored;
  require(!std::filesystem::exists(folder.path() / "plan.json", ignored),
          "{} holds a plan already, and plans are never overwritten; name another folder", folder.path().string());
  folder.add_plan(plan);
  return plan;
}

ProjectPlan restarted(const Folder& folder, const std::vector<std::string>& without, const std::string& now,
                      const std::string& deadline) {
  ProjectPlan plan = current_plan(folder, now);
  parties::Project project = parties::Project::observe(plan);
  hear(project, folder);
  require(!project.done(), "the project is finished; make a new one for more tasks");
  require(now > plan.deadline || !project.stopped().empty(), "the deadline is {}, and it is {}; until then wait for {}",
          plan.deadline, now, fmt::join(project.waits_for(), ", "));
  std::vector<std::string> names = without;
  if (names.empty()) names = project.waits_for();
  plan.follows = to_hex(plan.hash());
  for (const std::string& name : names) leave_out(plan, name);
  require(static_cast<std::int64_t>(plan.owners.size()) >= plan.least_owners,
          "owners that are left: {}; the plan asks for {} or more, so make a new project", plan.owners.size(),
          plan.least_owners);
  plan.attempt += 1;
  plan.made = now;
  plan.deadline = deadline;
  draw_session(plan);
  parties::check_plan(plan);
  folder.add_plan(plan);
  return plan;
}

}  // namespace guise::projects
