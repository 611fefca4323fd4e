// SPDX-License-Identifier: Apache-2.0
#include "projects/project_mining.h"

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_text.h"
#include "base/params.h"
#include "jobs/mine.h"
#include "projects/own_table.h"
#include "projects/releasing.h"
#include "table/atomic_file.h"

namespace guise::projects {
namespace fs = std::filesystem;
namespace {

using nlohmann::json;

constexpr const char* kIdentifiers = "identifiers";
constexpr JsonLimits kRowLimits{.bytes = std::size_t{12} << 20, .values = 1000, .depth = 5};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

/// Which lines of all records' are each owner's: a part of them, or all where owners have the same people.
std::vector<std::string> cut_rows(const std::string& all, const parties::Project& project) {
  const std::vector<std::string> lines = lines_of(all);
  std::vector<std::string> parts;
  std::size_t at = 1;
  for (std::size_t owner = 0; owner < project.plan().owners.size(); ++owner) {
    const auto records = static_cast<std::size_t>(project.manifest_of(owner).records);
    const bool shared = project.plan().split == parties::SplitOf::columns;
    if (shared) at = 1;
    assert(at + records <= lines.size());
    std::string part = lines.front() + "\n";
    for (std::size_t i = 0; i < records; ++i) part += lines[at + i] + "\n";
    parts.push_back(std::move(part));
    at += records;
  }
  return parts;
}

/// All parties read the reason: it names owners, and no folder of the miner's.
std::string without_paths(std::string reason, const std::vector<std::string>& releases, const parties::ProjectPlan& plan) {
  for (std::size_t owner = 0; owner < releases.size(); ++owner)
    for (std::size_t at = 0; (at = reason.find(releases[owner], at)) != reason.npos;)
      reason.replace(at, releases[owner].size(), fmt::format("the release of '{}'", plan.owners[owner].name));
  return reason;
}

/// Results number clusters from 1, as findings print them.
std::string numbered_from_1(const std::string& rows) {
  std::vector<std::string> lines = lines_of(rows);
  if (lines.empty() || lines.front() != "cluster" || std::find(lines.begin(), lines.end(), "0") == lines.end()) return rows;
  for (std::size_t i = 1; i < lines.size(); ++i) lines[i] = std::to_string(std::stoll(lines[i]) + 1);
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

/// What is found, task by task.
class Found {
 public:
  explicit Found(const parties::ProjectPlan& plan) : plan_(plan), rows_(plan.owners.size(), json::array()) {}

  void add(const std::string& text, const std::vector<std::string>& releases, const fs::path& rows,
           const parties::Project& project, const jobs::Work& work) {
    const mining::Task& task = mining::find_task(parse_call(text).name);
    jobs::MineRequest request{.task = text, .releases = releases};
    if (task.target != mining::Target::none) request.label = plan_.label;
    if (task.load != nullptr) request.out = rows;  // it says something of each record
    jobs::MineResult result = jobs::run(request, work);
    result.releases.clear();
    for (const parties::PublicIdentity& owner : plan_.owners) result.releases.push_back(owner.name);
    found_.push_back(jobs::to_json(result, jobs::Detail::summary));
    if (request.out.empty()) return;
    const std::vector<std::string> parts = cut_rows(numbered_from_1(table::read_file(rows)), project);
    for (std::size_t owner = 0; owner < parts.size(); ++owner) rows_[owner].push_back({{"task", text}, {"csv", parts[owner]}});
    fs::remove(rows);
  }

  ProjectFindings finish() {
    ProjectFindings out{.findings =
                            json_text(json{{"guise_findings", 1}, {"plan", to_hex(plan_.hash())}, {"found", found_}}) + "\n"};
    for (json& each : rows_) out.rows.push_back(json_text(json{{"rows", std::move(each)}}, -1));
    return out;
  }

 private:
  const parties::ProjectPlan& plan_;
  json found_ = json::array();
  std::vector<json> rows_;
};

}  // namespace

ProjectFindings mine_project(const parties::Project& project, const Folder& folder, const PrivateState& state,
                             const jobs::Work& work) {
  const parties::ProjectPlan& plan = project.plan();
  std::vector<std::string> releases;
  for (std::size_t owner = 0; owner < plan.owners.size(); ++owner) {
    releases.push_back(state.file(fmt::format("from-{}.csv", plan.owners[owner].name)));
    const std::string problem = take_release(project, owner, folder, releases.back());
    if (!problem.empty()) return {.problem = problem};
  }
  Found found(plan);
  try {
    for (const std::string& task : plan.tasks) found.add(task, releases, state.file("rows.csv"), project, work);
  } catch (const Error& wrong) {
    if (wrong.fault() != Fault::usage) throw;
    return {.problem = without_paths(wrong.what(), releases, plan)};
  }
  return found.finish();
}

std::vector<std::string> write_results(const std::string& findings, const std::string& rows, const PrivateState& state,
                                       const std::string& by, const fs::path& folder) {
  std::vector<std::string> written;
  fs::create_directories(folder);
  const auto write = [&](const std::string& name, const std::string& text) {
    table::write_file(folder / name, text, table::kPrivate);
    written.push_back((folder / name).string());
  };
  write("findings.json", findings);
  if (rows.empty()) return written;
  const std::vector<std::string> people = lines_of(table::read_file(state.file(kIdentifiers)));
  const json in = parse_json(rows, "the rows", kRowLimits);
  require(in.is_object() && in.contains("rows") && in["rows"].is_array(), "the rows that the miner sent are none");
  for (const json& each : in["rows"]) {
    require(each.is_object() && each.value("task", json()).is_string() && each.value("csv", json()).is_string(),
            "the rows that the miner sent are none");
    const std::vector<std::string> lines = lines_of(each["csv"]);
    require(lines.size() == people.size() + 1, "the miner sent {} rows, and {} records were released", lines.size() - 1,
            people.size());
    std::string text = fmt::format("{},{}\n", csv_field(by.empty() ? "record" : by), lines.front());
    for (std::size_t i = 0; i < people.size(); ++i) text += fmt::format("{},{}\n", csv_field(people[i]), lines[i + 1]);
    write(fmt::format("{}-{}.csv", written.size(), parse_call(each["task"].get<std::string>()).name), text);
  }
  return written;
}

}  // namespace guise::projects
