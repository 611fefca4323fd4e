// SPDX-License-Identifier: Apache-2.0
#include "cli/project_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/spelling.h"
#include "projects/plan_mask.h"

namespace guise::cli {
namespace {

using nlohmann::json;
using parties::Project;
using parties::ProjectPlan;
using parties::SplitOf;
using parties::Step;
using parties::UnitsOf;
using projects::Refused;

constexpr Step kSteps[] = {Step::plan,   Step::commit, Step::freeze,  Step::reveal, Step::confirm, Step::units,
                           Step::people, Step::matrix, Step::release, Step::result, Step::rows};

std::string joined(const std::vector<std::string>& all) {
  return fmt::format("{}", fmt::join(all, ", "));
}

bool has(const ProjectPlan& plan, Step step) {
  if (step == Step::units) return plan.units == UnitsOf::owners;
  if (step == Step::people) return plan.split == SplitOf::columns;
  return step != Step::rows || plan.miner.has_value();
}

/// Whether a party says anything in a step.
bool takes_part(const ProjectPlan& plan, Step step, bool owner) {
  if (step == Step::plan) return true;
  if (step == Step::result) return owner != plan.miner.has_value();
  return (step == Step::rows) != owner;
}

std::string line(const std::string& name, const std::string& text) {
  return wrap(fmt::format("{:<10} {}", name.empty() ? "" : name + ":", text), 13, 2);
}

std::string sentences(const std::vector<std::string>& did) {
  return did.empty() ? "has nothing to add" : joined(did);
}

std::string units_text(const ProjectPlan& plan) {
  switch (plan.units) {
    case UnitsOf::owners:
      return "means and sds over all owners; all but one owner together learn the sums of the one that is left";
    case UnitsOf::numbers:
      return "public numbers of the plan";
    default:
      return "those of the mask";
  }
}

}  // namespace

std::string project_plan_text(const ProjectPlan& plan) {
  std::string text =
      wrap(fmt::format("Plan{}, attempt {}", plan.title.empty() ? "" : fmt::format(" '{}'", plan.title), plan.attempt), 2);
  for (const parties::PublicIdentity& owner : plan.owners) {
    text += line("owner", owner.name + ", fingerprint: " + owner.fingerprint());
    text += line("columns", joined(plan.columns_of(owner.name)) +
                                (plan.kept_by(owner.name).empty() ? "" : "; unmasked: " + joined(plan.kept_by(owner.name))));
  }
  text += plan.miner ? line("miner", plan.miner->name + ", fingerprint: " + plan.miner->fingerprint())
                     : line("miner", "every owner, so that each sees the releases of all");
  if (!plan.without.empty()) text += line("without", joined(plan.without));
  if (plan.split == SplitOf::columns)
    text +=
        line("people", fmt::format("compared by '{}', at least {} in common, at most {} of an owner; each owner learns which "
                                   "of its people each other owner has",
                                   plan.by, plan.least_people, plan.most_people));
  text += line("units", units_text(plan));
  text += line("mask", plan.mask);
  text += line("tasks", joined(plan.tasks));
  text += line("deadline", plan.deadline);
  return text;
}

std::string threat_text(const ProjectPlan& plan) {
  std::string text = wrap(
      "The insider stands for a partner: it holds the shared key and a sample of other people's originals, as its own table "
      "is. "
      "A miner that one partner helps is as strong. The second and third mask show what noise of your own costs and buys.");
  if (plan.split == SplitOf::columns)
    text += wrap(
        "A partner also holds its own columns of the same people; the attacker 'attributes' of guise audit is nearest to "
        "that.");
  if (!plan.miner) text += wrap("Every owner mines in this plan, so that each partner gets your release.");
  return text;
}

std::string turn_text(const projects::TurnResult& result, const std::string& me, const std::string& folder) {
  std::string text;
  for (const Refused& each : result.refused) text += wrap(fmt::format("refused {}: {}", each.file, each.reason), 2);
  if (result.asks_consent && result.stopped.empty()) {
    text += project_plan_text(result.plan);
    return text +
           wrap(fmt::format("Nothing was written. Compare the fingerprints over the telephone, read what partners get (guise "
                            "party threat {} --table MINE), then run the same command with --agree.",
                            folder),
                2);
  }
  text += wrap(fmt::format("{}: {}.", me, sentences(result.did)), 2);
  if (!result.stopped.empty())
    return text + wrap(fmt::format("The project was stopped: {}. Begin again with: guise party restart {} --as ME.secret",
                                   spelled(result.stopped), folder),
                       2);
  for (const std::string& file : result.written) text += wrap("Wrote " + file, 2);
  if (!result.waits_for.empty())
    text += wrap(fmt::format("Step '{}' waits for {}.", step_name(result.step), joined(result.waits_for)), 2);
  if (!result.silent.empty())
    text += wrap(fmt::format("The deadline {} has passed, and {} did not answer. Go on without: guise party restart {} --as "
                             "ME.secret --table MINE",
                             result.plan.deadline, joined(result.silent), folder),
                 2);
  return result.done ? text + wrap("The project is finished.", 2) : text;
}

std::string status_text(const Project& project, const std::vector<Refused>& refused, const std::string& now) {
  const ProjectPlan& plan = project.plan();
  std::size_t width = 5;
  for (std::size_t by = 0; by < project.setup().parties(); ++by) width = std::max(width, project.setup().party(by).name.size());
  std::string text = fmt::format("{:<{}}", "party", width);
  for (const Step step : kSteps)
    if (has(plan, step)) text += fmt::format(" {}", step_name(step));
  text += "\n";
  for (std::size_t by = 0; by < project.setup().parties(); ++by) {
    text += fmt::format("{:<{}}", project.setup().party(by).name, width);
    for (const Step step : kSteps) {
      if (!has(plan, step)) continue;
      const bool part = takes_part(plan, step, by < plan.owners.size());
      text += fmt::format(" {:<{}}", !part ? "" : project.said(step, by) ? "yes" : "-", step_name(step).size());
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  if (!project.stopped().empty()) return text + wrap(fmt::format("The project was stopped: {}.", project.stopped()), 2);
  if (project.done()) return text + "The project is finished.\n";
  text += wrap(fmt::format("Step '{}' waits for {}{}.", step_name(project.step()), joined(project.waits_for()),
                           now > plan.deadline ? ", and the deadline has passed" : ""),
               2);
  for (const Refused& each : refused) text += wrap(fmt::format("refused {}: {}", each.file, each.reason), 2);
  return text;
}

json turn_json(const projects::TurnResult& result) {
  json refused = json::array();
  for (const Refused& each : result.refused) refused.push_back({{"file", each.file}, {"reason", each.reason}});
  return {{"did", result.did},
          {"step", step_name(result.step)},
          {"waits_for", result.waits_for},
          {"silent", result.silent},
          {"refused", refused},
          {"written", result.written},
          {"stopped", result.stopped},
          {"done", result.done},
          {"asks_consent", result.asks_consent},
          {"attempt", result.plan.attempt}};
}

json status_json(const Project& project, const std::vector<Refused>& refused, const std::string& now) {
  json parties = json::object(), bad = json::array();
  for (std::size_t by = 0; by < project.setup().parties(); ++by) {
    json said = json::object();
    for (const Step step : kSteps)
      if (has(project.plan(), step) && takes_part(project.plan(), step, by < project.plan().owners.size()))
        said[std::string(step_name(step))] = project.said(step, by);
    parties[project.setup().party(by).name] = said;
  }
  for (const Refused& each : refused) bad.push_back({{"file", each.file}, {"reason", each.reason}});
  return {{"parties", parties},
          {"attempt", project.plan().attempt},
          {"step", step_name(project.step())},
          {"waits_for", project.waits_for()},
          {"late", now > project.plan().deadline},
          {"stopped", project.stopped()},
          {"done", project.done()},
          {"refused", bad}};
}

}  // namespace guise::cli
