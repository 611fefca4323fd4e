// SPDX-License-Identifier: Apache-2.0
#include "cli/party_project.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.h"
#include "base/json_text.h"
#include "base/text.h"
#include "cli/identity_file.h"
#include "cli/progress_bar.h"
#include "cli/project_text.h"
#include "cli/spelling.h"
#include "cli/streams.h"
#include "jobs/audit.h"
#include "projects/plan_mask.h"
#include "projects/planning.h"
#include "projects/turn.h"
#include "relay/client.h"

namespace guise::cli {
namespace {

using parties::ProjectPlan;

constexpr std::string_view kVerbs[] = {"plan", "next", "run", "status", "restart", "threat"};
constexpr std::time_t kFortnight = 14 * 24 * 3600;  // seconds: the deadline of a plan that names none
constexpr int kStopped = 2;                         // exit code

std::string date_text(std::time_t time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(time));
}

std::string deadline_of(const std::string& given) {
  if (given.empty()) return date_text(std::time(nullptr) + kFortnight);
  const std::string whole = given.size() == 10 ? given + "T23:59:59Z" : given;
  require(parties::is_date(whole), "--deadline takes a day such as 2026-12-01 or a time such as 2026-12-01T09:00:00Z, got '{}'",
          given);
  return whole;
}

std::vector<double> numbers_of(const std::vector<std::string>& words, const std::string& option) {
  std::vector<double> all;
  for (const std::string& word : words) {
    std::size_t end = 0;
    double value = 0;
    try {
      value = std::stod(word, &end);
    } catch (const std::exception&) {
      end = 0;
    }
    require(end == word.size() && end > 0, "{} takes numbers, got '{}'", option, word);
    all.push_back(value);
  }
  return all;
}

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

/// "A,B" is for all owners, "north=A,B" for one.
std::map<std::string, std::vector<std::string>> columns_by_owner(const std::vector<std::string>& given,
                                                                 const ProjectPlan& plan) {
  std::map<std::string, std::vector<std::string>> all;
  for (const std::string& each : given) {
    const std::size_t equals = each.find('=');
    if (equals != each.npos)
      all[each.substr(0, equals)] = split_at_commas(each.substr(equals + 1));
    else
      for (const parties::PublicIdentity& owner : plan.owners) all[owner.name] = split_at_commas(each);
  }
  return all;
}

int make_plan(const std::string& folder, const ProjectWords& words, const Common& common) {
  ProjectPlan plan{.title = words.title, .made = now_text(), .deadline = deadline_of(words.deadline)};
  for (const std::string& file : words.owners) plan.owners.push_back(read_public_identity(file));
  std::sort(plan.owners.begin(), plan.owners.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  if (!words.miner.empty()) plan.miner = read_public_identity(words.miner);
  const bool by_owner = std::any_of(words.columns.begin(), words.columns.end(),
                                    [](const std::string& each) { return each.find('=') != each.npos; });
  plan.split = by_owner ? parties::SplitOf::columns : parties::SplitOf::records;
  plan.columns = columns_by_owner(words.columns, plan);
  plan.keep = columns_by_owner(words.keep, plan);
  plan.by = words.by, plan.label = words.label, plan.mask = words.mask, plan.tasks = words.tasks;
  plan.center = numbers_of(words.center, "--center"), plan.scale = numbers_of(words.scale, "--scale");
  if (words.joint_units)
    plan.units = parties::UnitsOf::owners;
  else if (!plan.center.empty() || !plan.scale.empty())
    plan.units = parties::UnitsOf::numbers;
  plan.least_owners = words.least_owners, plan.least_people = words.least_people, plan.most_people = words.most_people;
  plan = projects::begin_project(std::move(plan), projects::Folder(folder));
  if (common.json)
    fmt::print("{}\n", json_text(nlohmann::json{{"project", folder}, {"plan", to_hex(plan.hash())}}));
  else
    fmt::print("{}{}", project_plan_text(plan),
               wrap(fmt::format("Wrote {}/plan.json. Each party now runs: guise party next {} --as ME.secret --table MINE",
                                folder, folder),
                    2));
  return 0;
}

projects::TurnRequest turn_of(const std::string& folder, const std::string& as, const ProjectWords& words) {
  return {.project = folder,
          .identity_file = as,
          .table = words.table,
          .results = words.results,
          .agree = words.agree,
          .now = now_text()};
}

int next(const std::string& folder, const std::string& as, const ProjectWords& words, const Common& common,
         bool newest = false) {
  require(!as.empty(), "guise party next takes the project's folder and --as ME.secret");
  const parties::SecretIdentity me = read_secret_identity(as);
  projects::TurnRequest request = turn_of(folder, as, words);
  request.newest = newest;
  request.agree = request.agree || newest;
  const projects::TurnResult result = projects::take_turn(request, me, common.work());
  finish_progress();
  if (common.json)
    fmt::print("{}\n", json_text(turn_json(result)));
  else
    fmt::print("{}", turn_text(result, me.open().name, folder));
  return result.stopped.empty() ? 0 : kStopped;
}

/// Until the project ends: brings and sends files, takes a turn, waits. A server that is away is asked again.
int run(const std::string& folder, const std::string& as, const ProjectWords& words, const Common& common) {
  require(!as.empty() && !words.miner.empty(),
          "guise party run takes the project's folder, --as ME.secret and --miner https://HOST:PORT/PROJECT");
  relay::Remote remote = relay::parse_remote(words.miner);
  remote.trust = words.trust;
  const parties::SecretIdentity me = read_secret_identity(as);
  for (std::string last;;) {
    std::string text;
    bool away = false;
    try {
      relay::exchange(remote, folder);
      const projects::TurnResult result = projects::take_turn(turn_of(folder, as, words), me, common.work());
      const relay::Exchanged sent = relay::exchange(remote, folder);
      text = turn_text(result, me.open().name, folder);
      for (const std::string& each : sent.refused) text += wrap("the server refused " + each, 2);
      if (text != last && !common.quiet) fmt::print("{}", text), std::fflush(stdout);
      if (!result.stopped.empty()) return kStopped;
      if (result.done || result.asks_consent) return 0;
    } catch (const Error& wrong) {
      if (wrong.fault() == Fault::usage) throw;
      text = fmt::format("guise: {}; trying again\n", wrong.what());
      away = true;
    }
    if (away && text != last) complain(text);
    last = text;
    std::this_thread::sleep_for(std::chrono::seconds(words.every));
  }
}

int status(const std::string& folder, const Common& common) {
  const projects::Folder files(folder);
  parties::Project project = parties::Project::observe(projects::current_plan(files, now_text()));
  const std::vector<projects::Refused> refused = projects::hear(project, files);
  if (common.json)
    fmt::print("{}\n", json_text(status_json(project, refused, now_text())));
  else
    fmt::print("{}", status_text(project, refused, now_text()));
  return 0;
}

/// The plan that takes the place of the last one is this party's: it signs it at once.
int restart(const std::string& folder, const std::string& as, const ProjectWords& words, const Common& common) {
  require(!as.empty(), "guise party restart takes the project's folder, --as ME.secret and, of an owner, --table MINE");
  const ProjectPlan plan =
      projects::restarted(projects::Folder(folder), words.without, now_text(), deadline_of(words.deadline));
  if (!common.json && !common.quiet)
    fmt::print("{}{}", project_plan_text(plan),
               wrap("A table that was released before is released a second time, under another secret; the attacker "
                    "'insider-repeat' of guise audit measures that.",
                    2));
  return next(folder, as, words, common, true);
}

/// The plan's mask alone, and with noise that each owner adds for itself.
int threat(const std::string& folder, const ProjectWords& words, const Common& common) {
  require(!words.table.empty(), "guise party threat takes the project's folder and --table MINE");
  const ProjectPlan plan = projects::current_plan(projects::Folder(folder), now_text());
  const table::Table table = table::Table::open(words.table);
  jobs::AuditRequest request{.in = {.path = words.table},
                             .masks = {projects::mask_of(plan, {})},
                             .attackers = {"outsider", "insider"},
                             .keys = 1,
                             .effort = "quick"};
  for (const auto& [owner, columns] : plan.columns) {
    const bool all =
        std::all_of(columns.begin(), columns.end(), [&](const std::string& name) { return table.schema().find(name); });
    if (all) request.in.columns = columns, request.in.keep = plan.kept_by(owner);
  }
  require(!request.in.columns.empty(), "{} has the columns of no owner in the plan", words.table);
  for (const char* noise : {"noise(snr=10)", "noise(snr=2)"}) request.masks.push_back(request.masks.front() + " | " + noise);
  request.seed = 1;
  const jobs::AuditResult result = jobs::run(request, common.work());
  finish_progress();
  if (common.json) {
    fmt::print("{}\n", common.text_of(jobs::to_json(result, common.detail)));
    return 0;
  }
  fmt::print("{}\n{}", printable_lines(spelled(audit::verdict(result.found))), threat_text(plan));
  return 0;
}

}  // namespace

std::string now_text() {
  return date_text(std::time(nullptr));
}

bool is_project_verb(const std::string& verb) {
  return std::find(std::begin(kVerbs), std::end(kVerbs), verb) != std::end(kVerbs);
}

int run_project(const std::string& verb, const std::string& folder, const std::string& as, const ProjectWords& words,
                const Common& common) {
  if (verb == "plan") return make_plan(folder, words, common);
  if (verb == "next") return next(folder, as, words, common);
  if (verb == "run") return run(folder, as, words, common);
  if (verb == "status") return status(folder, common);
  return verb == "restart" ? restart(folder, as, words, common) : threat(folder, words, common);
}

}  // namespace guise::cli
