// SPDX-License-Identifier: Apache-2.0
#include "projects/turn.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "jobs/chosen_key.h"
#include "projects/plan_mask.h"
#include "projects/private_state.h"
#include "projects/project_mining.h"
#include "projects/releasing.h"

namespace guise::projects {
namespace {

using parties::Project;
using parties::ProjectPlan;
using parties::SecretIdentity;
using parties::Step;

/// What a person reads about a step that this party took.
std::string done_in(Step step) {
  switch (step) {
    case Step::plan:
      return "signed the plan";
    case Step::commit:
      return "committed to random bytes";
    case Step::freeze:
      return "signed the list of commitments";
    case Step::reveal:
      return "revealed its bytes, sealed for each other owner";
    case Step::confirm:
      return "confirmed the shared secret";
    case Step::units:
      return "sent masked sums for the joint units";
    case Step::people:
      return "sent a list of hidden people";
    case Step::matrix:
      return "sent the fingerprint of its matrices";
    case Step::release:
      return "released its masked table";
    case Step::result:
      return "mined the releases and signed the findings";
    case Step::rows:
      return "sent each owner its rows";
    default:
      return "stopped the project";
  }
}

class Turn {
 public:
  Turn(const TurnRequest& request, const SecretIdentity& me, const jobs::Work& work)
      : request_(request),
        me_(me),
        work_(work),
        folder_(request.project),
        plan_(request.newest ? folder_.plans().back() : current_plan(folder_, request.now)),
        state_(request.identity_file, plan_, request.project) {
    result_.plan = plan_;
  }

  TurnResult run() {
    if (!state_.begun()) {
      Project looked(plan_, me_, random::SecretBytes());
      result_.refused = hear(looked, folder_);
      require(
          !looked.said(Step::plan, looked.place()),
          "'{}' signed this plan before, and its private files are missing; restore them from a copy, or ask to begin again",
          me_.open().name);
      check_consent(looked);
      if (result_.asks_consent) return finish(looked);
      end_earlier();
      state_.begin();
    }
    state_.require_plan();
    Project project(plan_, me_, state_.contribution());
    for (const std::string& text : state_.kept()) {
      const std::string refused = project.receive(text);
      require(refused.empty(), "a private copy of a message was changed ({}); restore the private files from a copy", refused);
      folder_.publish(text);
    }
    result_.refused = hear(project, folder_);
    while (speak(project)) {
    }
    const bool released = !project.is_miner() && project.said(Step::release, project.place());
    if (released && project.stopped().empty() && !project.done()) restore_release(project, state_, folder_);
    return finish(project);
  }

 private:
  void check_consent(const Project& project) {
    check_meaning(plan_);
    if (!project.is_miner()) {
      require(!request_.table.empty(), "an owner agrees to a plan for a table; name yours by ‘table’");
      OwnTable(request_.table, plan_, me_.open().name);
    }
    result_.asks_consent = !request_.agree || !project.stopped().empty();
  }

  /// The attempts before this one, as far as this party took part, end for everybody.
  void end_earlier() {
    for (const ProjectPlan& earlier : folder_.plans()) {
      PrivateState state(request_.identity_file, earlier, request_.project);
      if (earlier.attempt >= plan_.attempt || !state.begun()) continue;
      Project project(earlier, me_, state.contribution());
      hear(project, folder_);
      if (project.said(Step::abort, project.place())) continue;
      const std::string text = project.say_abort(fmt::format("attempt {} takes the place of this one", plan_.attempt));
      state.keep(text);
      folder_.publish(text);
    }
  }

  bool speak(Project& project) {
    const std::vector<std::string> due = project.due();
    for (const std::string& text : due) say(project, text);
    if (!due.empty()) return true;
    const auto asked = project.asks();
    if (!asked) return false;
    return answer(project, *asked);
  }

  bool answer(Project& project, Step asked) {
    switch (asked) {
      case Step::units:
        say(project, project.say_units(own().sums(work_)));
        return true;
      case Step::people:
        say(project, project.say_people(own().identifiers(work_)));
        return true;
      case Step::matrix: {
        const random::Key key = jobs::read_key(key_file(project, state_));
        say(project, project.say_matrix(matrix_hash(plan_, mask_of(plan_, project.units()), key)));
        return true;
      }
      case Step::release:
        return release(project);
      case Step::result:
      case Step::rows:
        return mine(project, asked);
      default:
        return false;
    }
  }

  bool release(Project& project) {
    const std::string wrong = plan_.split == parties::SplitOf::columns ? project.wrong_people() : "";
    say(project,
        wrong.empty() ? project.say_release(make_release(project, own(), state_, folder_, work_)) : project.say_abort(wrong));
    return true;
  }

  bool mine(Project& project, Step asked) {
    const ProjectFindings found = mine_project(project, folder_, state_, work_);
    if (!found.problem.empty()) {
      say(project, project.say_abort(found.problem));
      return true;
    }
    if (asked == Step::result) say(project, project.say_result(found.findings));
    if (project.is_miner()) {
      for (std::size_t to = 0; to < plan_.owners.size(); ++to) say(project, project.say_rows(to, found.rows[to]));
    } else {
      write(found.findings, found.rows[project.place()]);
    }
    return true;
  }

  void write(const std::string& findings, const std::string& rows) {
    const std::string to = request_.results.empty() ? state_.file("results").string() : request_.results;
    result_.written = write_results(findings, rows, state_, plan_.by, to);
  }

  OwnTable own() const {
    require(!request_.table.empty(), "this step is computed from your table; name it by ‘table’");
    return {request_.table, plan_, me_.open().name};
  }

  void say(Project& project, const std::string& text) {
    state_.keep(text);
    folder_.publish(text);
    const std::string refused = project.receive(text);
    if (!refused.empty()) fail("guise made a message that it does not take itself: {}", refused);
    std::string what = done_in(read_message(text, project.setup()).step);
    if (result_.did.empty() || result_.did.back() != what) result_.did.push_back(std::move(what));
  }

  TurnResult finish(const Project& project) {
    result_.step = project.step();
    result_.done = project.done();
    result_.stopped = project.stopped();
    result_.waits_for = project.waits_for();
    std::erase(result_.waits_for, me_.open().name);
    if (request_.now > plan_.deadline) result_.silent = result_.waits_for;
    if (result_.done && !project.is_miner() && plan_.miner) write(project.result_of(plan_.owners.size()), project.own_rows());
    return std::move(result_);
  }

  const TurnRequest& request_;
  const SecretIdentity& me_;
  const jobs::Work& work_;
  Folder folder_;
  ProjectPlan plan_;
  PrivateState state_;
  TurnResult result_ = {};
};

/// Whether a party signed it; a plan that none did may be anybody's.
bool is_signed(const ProjectPlan& plan, const std::vector<Posted>& messages) {
  Project project = Project::observe(plan);
  for (const Posted& each : messages)
    if (session_named_in(each.text) == to_hex(plan.session)) project.receive(each.text);
  for (std::size_t by = 0; by < project.setup().parties(); ++by)
    if (project.said(Step::plan, by)) return true;
  return false;
}

}  // namespace

ProjectPlan current_plan(const Folder& folder, const std::string& now) {
  std::vector<ProjectPlan> plans = folder.plans();
  const std::vector<Posted> messages = plans.size() > 1 ? folder.messages() : std::vector<Posted>();
  while (plans.size() > 1 && !is_signed(plans.back(), messages)) plans.pop_back();
  require(now.substr(0, 13) >= plans.back().made.substr(0, 13),
          "this machine's clock says {}, and the plan was made later ({}); set the clock that is wrong", now,
          plans.back().made);
  return plans.back();
}

std::vector<Refused> hear(Project& project, const Folder& folder) {
  std::vector<Refused> refused;
  std::set<std::string> others;
  for (const ProjectPlan& plan : folder.plans())
    if (plan.session != project.plan().session) others.insert(to_hex(plan.session));
  for (const Posted& each : folder.messages()) {
    if (each.problem.empty() && others.contains(session_named_in(each.text))) continue;
    const std::string problem = each.problem.empty() ? project.receive(each.text) : each.problem;
    if (!problem.empty()) refused.push_back({each.file, problem});
  }
  return refused;
}

TurnResult take_turn(const TurnRequest& request, const SecretIdentity& me, const jobs::Work& work) {
  return Turn(request, me, work).run();
}

}  // namespace guise::projects
