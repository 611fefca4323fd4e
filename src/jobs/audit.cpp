// SPDX-License-Identifier: Apache-2.0
#include "jobs/audit.h"

#include <algorithm>

#include "audit/overlap.h"
#include "audit/standard_masks.h"
#include "base/error.h"
#include "base/json_text.h"
#include "jobs/audit_summary.h"
#include "jobs/exposed_records.h"
#include "jobs/junit.h"
#include "jobs/provenance.h"
#include "jobs/report_folder.h"
#include "jobs/sarif.h"
#include "table/atomic_file.h"
#include "table/passes.h"

namespace guise::jobs {
namespace {

constexpr int kMostExposed = 100;  // records that are named for each attacker and mask

/// All attackers, but for those that a table of one column has no use for, and for an external release those that need its key.
/// Where no mask has secrets of the key, two releases are the same to every attacker: `repeat` stands for all.
std::vector<std::string> all_attackers_for(const audit::Request& request) {
  const bool secrets = std::any_of(request.masks.begin(), request.masks.end(), audit::shares_draws);
  const auto is_repeat = [](const audit::AttackerKind& kind) { return kind.second() && !kind.has(attacks::Fact::matrix); };
  std::vector<std::string> names;
  for (const audit::AttackerKind& kind : audit::all_attackers())
    if ((request.selection.attributes.size() > 1 || !kind.has(attacks::Fact::columns)) &&
        (!request.given || kind.needs_no_key()) && (secrets || !kind.has(attacks::Fact::repeat) || is_repeat(kind)))
      names.emplace_back(kind.name);
  return names;
}

/// What is to be read, and what to do with it.
struct Task {
  table::Table table;
  audit::Request request;
  std::vector<std::string> notes = {};
};

audit::Request settings_of(const AuditRequest& asked, const Work& work, std::int64_t seed) {
  audit::Request request;
  request.keys = asked.given.file.empty() ? asked.keys : 1;
  request.details = !asked.brief;
  if (!asked.exposed.empty()) request.exposed = kMostExposed;
  request.show_records = asked.show_records;
  request.utility = !asked.no_utility && !asked.brief;
  request.label = asked.label;
  request.attacks = asked.attacks;
  request.effort = audit::parse_effort(asked.effort);
  request.thresholds = audit::parse_thresholds(asked.thresholds);
  request.shuffle = asked.shuffle;
  require(asked.time_limit >= 0, "‘time_limit’ takes a number of seconds, got {}", asked.time_limit);
  if (asked.time_limit > 0) request.seconds = asked.time_limit;
  request.work = work;
  request.stop = work.stop;
  request.rng = rng_of(seed);
  return request;
}

Task task_of(const AuditRequest& asked, const Work& work, table::Passes* passes, std::int64_t seed) {
  audit::Request request = settings_of(asked, work, seed);
  const auto finish = [&](table::Table table, table::Selection selection) {
    request.selection = std::move(selection);
    request.kept = std::exchange(request.selection.kept, {});  // they go out as they are: nothing to guess, but to link by
    request.attackers = asked.attackers.empty() ? all_attackers_for(request) : asked.attackers;
    return Task{std::move(table), std::move(request)};
  };
  if (asked.given.file.empty()) {
    for (const std::string& spec : asked.masks) request.masks.push_back(masks::Mask::parse(spec));
    table::Table in = asked.in.open(work.remark);
    table::set_passes(in, passes);
    table::Selection selection = asked.in.keeping(asked.label).select(in, work);
    if (asked.masks.empty())
      for (const std::string& spec : audit::standard_masks(selection.attributes.size()))
        request.masks.push_back(masks::Mask::parse(spec));
    return finish(std::move(in), std::move(selection));
  }
  require(!asked.shuffle,
          "‘shuffle’ is about releases that the audit makes; guise finds out by itself whether the rows of {} are",
          asked.given.file);
  BesideOriginals beside =
      open_given(asked.given, asked.in.keeping(asked.label), asked.masks, work, request.rng.fork("rows put back"));
  request.given = std::move(beside.given);
  if (request.given->put_back) request.label.clear();  // no column stays in clear then
  Task task = finish(std::move(beside.both), std::move(beside.selection));
  task.notes = std::move(beside.notes);
  return task;
}

/// For a build server, where that is asked for.
void write_ci_report(const AuditRequest& request, const nlohmann::json& document) {
  if (request.report_file.empty()) return;
  const bool junit = request.report_format == "junit";
  table::write_file(request.report_file, junit ? junit_text(document) : json_text(sarif_json(document)) + "\n",
                    table::kPrivate);
}

/// With the seed that was drawn.
nlohmann::json repeating(AuditRequest request, std::int64_t seed) {
  request.seed = seed;
  return request_json(AuditRequest::kJob, fields(request));
}

}  // namespace

Fields fields(AuditRequest& request) {
  Fields out = fields(request.in);
  const Fields own = {
      {"masks", &request.masks,
       "a mask to try; repeat it to compare several (guise list masks). Without any, six common masks are compared"},
      {"attackers", &request.attackers,
       "the attackers: outsider, attributes[=a+b], population[=N], pairs[=N], records[=N], anchors[=N], register, repeat, "
       "insider, thief (default: all; guise list attackers)"},
      {"attacks", &request.attacks, "only these attacks, by name (default: all; guise list attacks)"},
      {"keys", &request.keys, "draw every mask with this many keys (default 5)", false, {}, 1, 1000},
      {"released", &request.given.file,
       "judge this release of IN instead of making one, its rows in the same order or shuffled; ‘masks’ says what it is masked "
       "by"},
      {"by", &request.given.by,
       "column that says which record of ‘released’ is which of IN (default: their order, or where that tells nothing, their "
       "values)"},
      {"no_card", &request.given.no_card, "do not read the card beside ‘released’"},
      {"effort", &request.effort,
       "quick leaves out attacks that take more than a second or two and break-points, full leaves out nothing; the report "
       "names what was left out (default: normal, attacks of up to ten minutes)",
       false, "quick|normal|full"},
      {"time_limit",
       &request.time_limit,
       "end with what is there after so many seconds: the audit is then marked partial and never says RESISTS",
       false,
       {},
       0},
      {"brief", &request.brief, "the verdict only: no closer looks at the worst attacks, no break-points, no utility"},
      {"shuffle", &request.shuffle, "audit releases whose records come in a secret order, as mask makes them with ‘shuffle’"},
      {"thresholds", &request.thresholds,
       "a threshold of the verdict, such as close=0.1 (recovered, close, whole, linked, linked_upper, shows, severe, "
       "identified, records)"},
      {"fail_above", &request.limits,
       "exit with 3 when an attacker gets more, such as within0.1=0.2, gets:income=0.3, linked=0.05 or epsilon=3; the upper "
       "end of the 95 % interval counts, the thief does not"},
      {"exposed", &request.exposed,
       "write the numbers of the 100 most exposed records per mask and attacker (CSV; a further pass)"},
      {"show_records", &request.show_records,
       "put truth and guess of up to 300 sampled records into the report: real values, for the owner only"},
      {"label", &request.label,
       "kept column that classification is tried on, or regression where it is a number (implies ‘keep’)"},
      {"no_utility", &request.no_utility, "do not measure what stays useful"},
      {"seed",
       &request.seed,
       "of keys, drawn records and attacks: the same seed, the same audit (default: a fresh one)",
       false,
       {},
       0,
       kMostWhole},
      {"out", &request.out, "write report.html and audit.json into this folder"},
      {"report_format", &request.report_format, "what ‘report_file’ is written as: junit or sarif, for build servers", false,
       "junit|sarif"},
      {"report_file", &request.report_file,
       "write the outcome for a build server into this file; limits are its test cases, or without any the grade and risks"},
  };
  out.insert(out.end(), own.begin(), own.end());
  return out;
}

FilesInUse files_of(const AuditRequest& request) {
  FilesInUse files;
  request.in.tell(files);
  files.reads_release(request.given.file);
  tell_report(request.out, files);
  files.writes("‘exposed’", request.exposed);
  files.writes("‘report_file’", request.report_file);
  return files;
}

AuditResult run(const AuditRequest& request, const Work& work) {
  files_of(request);  // before anything is written
  if (!request.out.empty()) check_report_folder(request.out);
  require(request.report_format.empty() == request.report_file.empty(),
          "‘report_format’ (junit or sarif) and ‘report_file’ go together; give both");
  require(request.exposed.empty() || !request.brief, "‘exposed’ looks at records one by one, which ‘brief’ leaves out");
  require(!request.show_records || !request.brief, "‘show_records’ is about closer looks, which ‘brief’ leaves out");
  const Stopwatch watch;
  AuditResult out{.found = {}, .seed = seed_of(request.seed)};
  require(work.passes == nullptr || request.given.file.empty(),
          "the audit of a release that is there has no stages; run it as a whole");
  const Task task = task_of(request, work, work.passes, out.seed);
  std::vector<audit::Limit> limits;
  for (const std::string& text : request.limits) limits.push_back(audit::parse_limit(text, task.request.selection.attributes));
  out.found = audit::audit(task.table, task.request);
  out.checked = audit::check(limits, out.found);
  out.found.warnings.insert(out.found.warnings.end(), task.notes.begin(), task.notes.end());
  out.found.provenance = provenance_of(work, request.in, request.given.file, watch);
  out.request = repeating(request, out.seed);
  if (work.passes) work.passes->before_writing();
  const nlohmann::json document = to_json(out, Detail::full);
  if (!request.out.empty()) write_report(request.out, document);
  write_ci_report(request, document);
  if (!request.exposed.empty()) table::write_file(request.exposed, exposed_csv(out.found), table::kPrivate);
  return out;
}

nlohmann::json to_json(const AuditResult& result, Detail detail) {
  nlohmann::json out = audit::to_json(result.found);
  if (!result.checked.empty()) out["limits"] = audit::limits_json(result.checked);
  out["seed"] = result.seed;
  out["provenance"]["request"] = result.request;
  return detail == Detail::full ? out : audit_summary(out);
}

extern const Job audit_job;
const Job audit_job =
    job_of<AuditRequest>("audit", "mask a table, attack the release with everything known, and say what leaks", true);

}  // namespace guise::jobs
